CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"checkout_id" text NOT NULL,
	"session_id" text NOT NULL,
	"item" text NOT NULL,
	"quantity" integer NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"anchor" timestamp with time zone NOT NULL,
	"cycle" integer NOT NULL,
	"trial_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"next_card" text DEFAULT 'accepted' NOT NULL,
	"invoices" integer DEFAULT 0 NOT NULL,
	"last_payment" jsonb,
	"seq" integer DEFAULT 0 NOT NULL,
	"clock_ahead_ms" bigint DEFAULT 0 NOT NULL,
	"delayed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_subscriptions_session" UNIQUE("session_id"),
	CONSTRAINT "sandbox_subscriptions_period" CHECK (period_end > period_start),
	CONSTRAINT "sandbox_subscriptions_counts" CHECK (quantity > 0 and invoices >= 0 and seq >= 0 and clock_ahead_ms >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscription_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"event_type" text NOT NULL,
	"billing_period_id" text,
	"subscription_id" text,
	"team_id" text NOT NULL,
	"dedup_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"provider_message_id" text,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_outbox_dedup_key" UNIQUE("dedup_key"),
	CONSTRAINT "subscription_outbox_event_period" UNIQUE("event_type","billing_period_id"),
	CONSTRAINT "subscription_outbox_state_known" CHECK (state in ('pending', 'sending', 'sent', 'failed', 'ambiguous', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "subscription_billing_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_renewal_key" text NOT NULL,
	"provider_invoice_id" text,
	"provider_payment_id" text,
	"provider_order_payment_id" text,
	"provider_event_id" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"paid_amount_minor" bigint NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"discount_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"currency" varchar(3) NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"plan" text,
	"quantity" integer NOT NULL,
	"kind" text NOT NULL,
	"period_source" text NOT NULL,
	"superseded_at" timestamp with time zone,
	"allowance_high" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'paid' NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_credits" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_billing_periods_renewal_key" UNIQUE("provider","provider_renewal_key"),
	CONSTRAINT "subscription_billing_periods_range" UNIQUE("subscription_id","period_start","period_end"),
	CONSTRAINT "subscription_billing_periods_increasing" CHECK (period_end > period_start),
	CONSTRAINT "subscription_billing_periods_amounts" CHECK (paid_amount_minor >= 0 and quantity > 0 and allowance_high >= 0),
	CONSTRAINT "subscription_billing_periods_key_not_empty" CHECK (provider_renewal_key <> ''),
	CONSTRAINT "subscription_billing_periods_currency" CHECK (currency ~ '^[A-Z]{3}$'),
	CONSTRAINT "subscription_billing_periods_refunded" CHECK (refunded_minor between 0 and paid_amount_minor and refunded_credits >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscription_transition_audits" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"billing_period_id" text,
	"event_type" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"details" jsonb,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"cause" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_subscription_id" text NOT NULL,
	"provider_customer_id" text,
	"checkout_id" text,
	"provider_order_payment_id" text,
	"is_current" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"plan" text,
	"provider_price_id" text,
	"quantity" integer DEFAULT 1 NOT NULL,
	"current_period_start" timestamp with time zone,
	"current_period_end" timestamp with time zone,
	"started_at" timestamp with time zone,
	"provider_period_start" timestamp with time zone,
	"provider_period_end" timestamp with time zone,
	"trial_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"cancel_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"past_due_since" timestamp with time zone,
	"provider_version" text,
	"snapshot_occurred_at" timestamp with time zone,
	"snapshot_succession" smallint,
	"snapshot" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_provider_subscription" UNIQUE("provider","provider_subscription_id"),
	CONSTRAINT "subscriptions_provider_id_not_empty" CHECK (provider_subscription_id <> ''),
	CONSTRAINT "subscriptions_status_known" CHECK (status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
	CONSTRAINT "subscriptions_period" CHECK ((current_period_start is null) = (current_period_end is null)),
	CONSTRAINT "subscriptions_quantity" CHECK (quantity >= 0 and revision >= 0)
);
--> statement-breakpoint
ALTER TABLE "sandbox_runs" ALTER COLUMN "purchase_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_runs" ADD COLUMN "sandbox_subscription_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_outbox" ADD CONSTRAINT "subscription_outbox_billing_period_id_subscription_billing_periods_id_fk" FOREIGN KEY ("billing_period_id") REFERENCES "public"."subscription_billing_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_outbox" ADD CONSTRAINT "subscription_outbox_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_outbox" ADD CONSTRAINT "subscription_outbox_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_billing_periods" ADD CONSTRAINT "subscription_billing_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_transition_audits" ADD CONSTRAINT "subscription_transition_audits_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_transition_audits" ADD CONSTRAINT "subscription_transition_audits_billing_period_id_subscription_billing_periods_id_fk" FOREIGN KEY ("billing_period_id") REFERENCES "public"."subscription_billing_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_team" ON "sandbox_subscriptions" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "subscription_outbox_unsent" ON "subscription_outbox" USING btree ("created_at") WHERE state in ('pending', 'sending', 'failed');--> statement-breakpoint
CREATE INDEX "subscription_outbox_team" ON "subscription_outbox" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "subscription_billing_periods_payment" ON "subscription_billing_periods" USING btree ("provider","provider_payment_id");--> statement-breakpoint
CREATE INDEX "subscription_billing_periods_order" ON "subscription_billing_periods" USING btree ("provider","provider_order_payment_id");--> statement-breakpoint
CREATE INDEX "subscription_billing_periods_invoice" ON "subscription_billing_periods" USING btree ("provider","provider_invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_transition_audits_renewed" ON "subscription_transition_audits" USING btree ("billing_period_id","event_type") WHERE event_type = 'subscription_renewed';--> statement-breakpoint
CREATE INDEX "subscription_transition_audits_subscription" ON "subscription_transition_audits" USING btree ("subscription_id","occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_current" ON "subscriptions" USING btree ("team_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "subscriptions_team" ON "subscriptions" USING btree ("team_id","created_at");--> statement-breakpoint
ALTER TABLE "sandbox_runs" ADD CONSTRAINT "sandbox_runs_subject" CHECK (num_nonnulls(purchase_id, sandbox_subscription_id) = 1);