CREATE TABLE "charge_attempts" (
	"operation_id" text NOT NULL,
	"attempt_no" integer NOT NULL,
	"try_no" integer NOT NULL,
	"kind" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_method_id" text,
	"started_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answer_class" text,
	"code" text,
	"provider_payment_id" text,
	"is_late" boolean DEFAULT false NOT NULL,
	CONSTRAINT "charge_attempts_operation_id_attempt_no_pk" PRIMARY KEY("operation_id","attempt_no"),
	CONSTRAINT "charge_attempts_answered" CHECK (answer_class is null or answered_at is not null)
);
--> statement-breakpoint
CREATE TABLE "charge_operations" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"team_id" text NOT NULL,
	"provider" text NOT NULL,
	"cycle_no" integer NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"payload" jsonb,
	"payload_hash" text NOT NULL,
	"try_no" integer DEFAULT 1 NOT NULL,
	"try_attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 8 NOT NULL,
	"try_started_at" timestamp with time zone,
	"try_payment_method_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"last_class" text,
	"error_code" text,
	"action_url" text,
	"provider_payment_id" text,
	"first_failed_at" timestamp with time zone,
	"dunning_step" integer DEFAULT 0 NOT NULL,
	"dunning_at" timestamp with time zone,
	"cancel_mode" text,
	"cancel_requested_at" timestamp with time zone,
	"refund_due_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charge_operations_cycle" UNIQUE("subscription_id","cycle_no"),
	CONSTRAINT "charge_operations_id_derived" CHECK (id = 'charge:' || subscription_id || ':' || cycle_no::text),
	CONSTRAINT "charge_operations_period" CHECK (period_end > period_start and cycle_no >= 0),
	CONSTRAINT "charge_operations_counts" CHECK (try_no > 0 and try_attempts >= 0 and attempts >= try_attempts),
	CONSTRAINT "charge_operations_state_known" CHECK (state in ('pending', 'sending', 'processing', 'unknown', 'action_required', 'declined', 'needs_card', 'unclear', 'succeeded', 'failed', 'voided', 'skipped')),
	CONSTRAINT "charge_operations_final" CHECK ((state in ('succeeded', 'failed', 'voided', 'skipped')) = (settled_at is not null)),
	CONSTRAINT "charge_operations_final_rests" CHECK (settled_at is null or (next_attempt_at is null and dunning_at is null)),
	CONSTRAINT "charge_operations_leased_or_not" CHECK ((state = 'sending') = (leased_until is not null)),
	CONSTRAINT "charge_operations_payload_kept" CHECK (payload is not null or settled_at is not null),
	CONSTRAINT "charge_operations_cancel" CHECK ((cancel_mode is null) = (cancel_requested_at is null))
);
--> statement-breakpoint
CREATE TABLE "payment_method_setups" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"item" text,
	"quantity" integer,
	"provider_setup_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "payment_method_setups_provider_id" UNIQUE("provider","provider_setup_id"),
	CONSTRAINT "payment_method_setups_purpose" CHECK ((purpose = 'subscribe') = (item is not null and quantity is not null)),
	CONSTRAINT "payment_method_setups_completed" CHECK ((state = 'completed') = (completed_at is not null))
);
--> statement-breakpoint
CREATE TABLE "renewal_clocks" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"clock_owner" text DEFAULT 'us' NOT NULL,
	"team_id" text NOT NULL,
	"state" text NOT NULL,
	"state_reason" text,
	"anchor" timestamp with time zone NOT NULL,
	"anchor_cycle_no" integer DEFAULT 0 NOT NULL,
	"interval_unit" text NOT NULL,
	"interval_count" integer NOT NULL,
	"time_zone" text NOT NULL,
	"item" text NOT NULL,
	"quantity" integer NOT NULL,
	"next_item" text,
	"next_quantity" integer,
	"next_cycle_no" integer NOT NULL,
	"next_due_at" timestamp with time zone NOT NULL,
	"next_run_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renewal_clocks_owner" CHECK (clock_owner = 'us'),
	CONSTRAINT "renewal_clocks_state_known" CHECK (state in ('running', 'stopped', 'halted')),
	CONSTRAINT "renewal_clocks_runs" CHECK ((state = 'running') = (next_run_at is not null)),
	CONSTRAINT "renewal_clocks_reason" CHECK (state = 'running' or state_reason is not null),
	CONSTRAINT "renewal_clocks_unit_known" CHECK (interval_unit in ('day', 'month', 'year') and interval_count > 0),
	CONSTRAINT "renewal_clocks_cycles" CHECK (next_cycle_no > anchor_cycle_no and next_due_at > anchor and quantity > 0),
	CONSTRAINT "renewal_clocks_change" CHECK ((next_item is null) = (next_quantity is null))
);
--> statement-breakpoint
CREATE TABLE "saved_payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_customer_id" text NOT NULL,
	"provider_payment_method_id" text NOT NULL,
	"brand" text,
	"last4" text,
	"exp_month" smallint,
	"exp_year" smallint,
	"is_default" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_payment_methods_provider_id" UNIQUE("provider","provider_payment_method_id","team_id"),
	CONSTRAINT "saved_payment_methods_default_kept" CHECK (not is_default or removed_at is null)
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"setup_id" text NOT NULL,
	"behaviour" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_cards_setup" UNIQUE("setup_id"),
	CONSTRAINT "sandbox_cards_behaviour_known" CHECK (behaviour in ('accepts', 'declines_softly', 'declines_for_good', 'loses_the_answer', 'asks_for_action', 'takes_its_time'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"operation_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"card_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"status" text NOT NULL,
	"code" text,
	"requests" integer DEFAULT 1 NOT NULL,
	"questions" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "sandbox_charges_key" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_charges_amount" CHECK (amount_minor > 0 and requests > 0 and questions >= 0),
	CONSTRAINT "sandbox_charges_status_known" CHECK (status in ('succeeded', 'processing', 'action_required', 'failed')),
	CONSTRAINT "sandbox_charges_code" CHECK ((status = 'failed') = (code is not null)),
	CONSTRAINT "sandbox_charges_settled" CHECK ((status in ('succeeded', 'failed')) = (settled_at is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_setups" (
	"id" text PRIMARY KEY NOT NULL,
	"setup_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"success_path" text NOT NULL,
	"cancel_path" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_setups_setup" UNIQUE("setup_id"),
	CONSTRAINT "sandbox_setups_state_known" CHECK (state in ('open', 'saved', 'left'))
);
--> statement-breakpoint
CREATE TABLE "simulated_times" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"now" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "clock_owner" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_clock_owner" UNIQUE("id","clock_owner");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_clock_owner_known" CHECK (clock_owner in ('provider', 'us'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_own_id" CHECK ((clock_owner = 'us') = starts_with(provider_subscription_id, 'own_'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_own_tells_itself" CHECK (clock_owner = 'provider' or snapshot_occurred_at is null);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_own_ended" CHECK (clock_owner = 'provider' or (status = 'canceled') = (ended_at is not null));--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_operation_id_charge_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."charge_operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_operations" ADD CONSTRAINT "charge_operations_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_operations" ADD CONSTRAINT "charge_operations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_operations" ADD CONSTRAINT "charge_operations_payment_method" FOREIGN KEY ("try_payment_method_id") REFERENCES "public"."saved_payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_method_setups" ADD CONSTRAINT "payment_method_setups_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_clocks" ADD CONSTRAINT "renewal_clocks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_clocks" ADD CONSTRAINT "renewal_clocks_owned" FOREIGN KEY ("subscription_id","clock_owner") REFERENCES "public"."subscriptions"("id","clock_owner") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_payment_methods" ADD CONSTRAINT "saved_payment_methods_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_cards" ADD CONSTRAINT "sandbox_cards_setup_id_sandbox_setups_id_fk" FOREIGN KEY ("setup_id") REFERENCES "public"."sandbox_setups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_card_id_sandbox_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."sandbox_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_attempts_started" ON "charge_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "charge_operations_due" ON "charge_operations" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "charge_operations_dunning" ON "charge_operations" USING btree ("dunning_at") WHERE dunning_at is not null;--> statement-breakpoint
CREATE INDEX "charge_operations_leased" ON "charge_operations" USING btree ("leased_until") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "charge_operations_state" ON "charge_operations" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "charge_operations_refund_due" ON "charge_operations" USING btree ("refund_due_at") WHERE refund_due_at is not null;--> statement-breakpoint
CREATE INDEX "charge_operations_payload" ON "charge_operations" USING btree ("settled_at") WHERE payload is not null;--> statement-breakpoint
CREATE INDEX "payment_method_setups_team" ON "payment_method_setups" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "renewal_clocks_due" ON "renewal_clocks" USING btree ("next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE INDEX "renewal_clocks_state" ON "renewal_clocks" USING btree ("state","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_payment_methods_default" ON "saved_payment_methods" USING btree ("team_id","provider") WHERE is_default;--> statement-breakpoint
CREATE INDEX "sandbox_cards_customer" ON "sandbox_cards" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_charges_operation" ON "sandbox_charges" USING btree ("operation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_of_ours" ON "subscriptions" USING btree ("team_id") WHERE clock_owner = 'us' and ended_at is null;