CREATE TABLE "reconciliation_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"provider" text,
	"event_id" text,
	"team_id" text,
	"local" jsonb,
	"remote" jsonb,
	"state" text DEFAULT 'open' NOT NULL,
	"occurrences" integer DEFAULT 1 NOT NULL,
	"note" text,
	"opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "reconciliation_cases_state_known" CHECK (state in ('open', 'resolved', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "billing_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text,
	"provider" text NOT NULL,
	"item" text NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"expected_amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"provider_checkout_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_checkouts_quantity_positive" CHECK (quantity > 0),
	CONSTRAINT "billing_checkouts_amount_not_negative" CHECK (expected_amount_minor >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_grants" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"source_type" text NOT NULL,
	"source_key" text NOT NULL,
	"amount" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_grants_source" UNIQUE("source_type","source_key"),
	CONSTRAINT "credit_grants_remaining" CHECK (amount > 0 and remaining between 0 and amount and held between 0 and amount)
);
--> statement-breakpoint
CREATE TABLE "credit_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"credits" bigint NOT NULL,
	"captured" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"lots" jsonb NOT NULL,
	"reason" text NOT NULL,
	"ref" text,
	"actor" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "credit_holds_key" UNIQUE("team_id","idempotency_key"),
	CONSTRAINT "credit_holds_amounts" CHECK (credits > 0 and captured between 0 and credits)
);
--> statement-breakpoint
CREATE TABLE "credit_ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_ledger_entries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"delta" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"ref" text,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_ledger_entries_key" UNIQUE("team_id","idempotency_key"),
	CONSTRAINT "credit_ledger_entries_delta" CHECK (delta <> 0)
);
--> statement-breakpoint
CREATE TABLE "credit_purchases" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_checkout_id" text NOT NULL,
	"checkout_id" text,
	"provider_payment_id" text,
	"provider_event_id" text NOT NULL,
	"lines" jsonb NOT NULL,
	"credits" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"discount_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'paid' NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_credits" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_purchases_provider_checkout" UNIQUE("provider","provider_checkout_id"),
	CONSTRAINT "credit_purchases_key_not_empty" CHECK (provider_checkout_id <> ''),
	CONSTRAINT "credit_purchases_amounts" CHECK (amount_minor >= 0 and credits > 0 and quantity > 0),
	CONSTRAINT "credit_purchases_currency" CHECK (currency ~ '^[A-Z]{3}$'),
	CONSTRAINT "credit_purchases_refunded" CHECK (refunded_minor between 0 and amount_minor and refunded_credits between 0 and credits)
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"team_id" text PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_held_not_negative" CHECK (held >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_reversal_id" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"cumulative" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_reversals_provider_reversal" UNIQUE("provider","provider_reversal_id"),
	CONSTRAINT "payment_reversals_amounts" CHECK (amount_minor >= 0 and total_minor > 0)
);
--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"provider" text NOT NULL,
	"provider_customer_id" text NOT NULL,
	"team_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_customers_provider_provider_customer_id_team_id_pk" PRIMARY KEY("provider","provider_customer_id","team_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"purchase_id" text NOT NULL,
	"action" text NOT NULL,
	"deliveries" jsonb NOT NULL,
	"entry_ids" jsonb NOT NULL,
	"balance_before" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_members_team_user" UNIQUE("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_webhook_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"event_id_source" text NOT NULL,
	"environment" text,
	"type" text,
	"subject_key" text,
	"waiting_for" text[],
	"occurred_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	"last_delivered_at" timestamp with time zone NOT NULL,
	"delivery_count" integer DEFAULT 1 NOT NULL,
	"raw_body" "bytea",
	"body_sha256" text NOT NULL,
	"fetched" jsonb,
	"state" text DEFAULT 'retrying' NOT NULL,
	"outcome" text,
	"details" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"error_category" text,
	"error_code" text,
	"error_message" text,
	"retry_safe" boolean DEFAULT true NOT NULL,
	"team_id" text,
	"subscription_id" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "billing_webhook_events_provider_event_id_pk" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "billing_webhook_events_event_id_not_empty" CHECK (event_id <> ''),
	CONSTRAINT "billing_webhook_events_state_known" CHECK (state in ('applied', 'ignored', 'stale', 'dismissed', 'waiting', 'retrying', 'parked'))
);
--> statement-breakpoint
ALTER TABLE "billing_checkouts" ADD CONSTRAINT "billing_checkouts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_grants" ADD CONSTRAINT "credit_grants_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger_entries" ADD CONSTRAINT "credit_ledger_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_purchases" ADD CONSTRAINT "credit_purchases_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_runs" ADD CONSTRAINT "sandbox_runs_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_cases_open" ON "reconciliation_cases" USING btree ("kind","subject") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "reconciliation_cases_event" ON "reconciliation_cases" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "reconciliation_cases_state" ON "reconciliation_cases" USING btree ("state","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_checkouts_provider_checkout" ON "billing_checkouts" USING btree ("provider","provider_checkout_id");--> statement-breakpoint
CREATE INDEX "billing_checkouts_team" ON "billing_checkouts" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_grants_spendable" ON "credit_grants" USING btree ("team_id","expires_at") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "credit_grants_expiring" ON "credit_grants" USING btree ("expires_at") WHERE remaining > 0 and expires_at is not null;--> statement-breakpoint
CREATE INDEX "credit_holds_due" ON "credit_holds" USING btree ("expires_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "credit_ledger_entries_team" ON "credit_ledger_entries" USING btree ("team_id","sequence");--> statement-breakpoint
CREATE INDEX "credit_purchases_checkout" ON "credit_purchases" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "credit_purchases_payment" ON "credit_purchases" USING btree ("provider","provider_payment_id");--> statement-breakpoint
CREATE INDEX "credit_purchases_team" ON "credit_purchases" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_reversals_payment" ON "payment_reversals" USING btree ("provider","provider_payment_id");--> statement-breakpoint
CREATE INDEX "billing_customers_team" ON "billing_customers" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "sandbox_runs_team" ON "sandbox_runs" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "team_members_user_id_index" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_webhook_events_waiting_for" ON "billing_webhook_events" USING gin ("waiting_for") WHERE waiting_for is not null;--> statement-breakpoint
CREATE INDEX "billing_webhook_events_due" ON "billing_webhook_events" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "billing_webhook_events_state" ON "billing_webhook_events" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "billing_webhook_events_team" ON "billing_webhook_events" USING btree ("team_id","received_at");