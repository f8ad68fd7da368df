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
ALTER TABLE "sandbox_cards" ADD CONSTRAINT "sandbox_cards_setup_id_sandbox_setups_id_fk" FOREIGN KEY ("setup_id") REFERENCES "public"."sandbox_setups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_card_id_sandbox_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."sandbox_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_cards_customer" ON "sandbox_cards" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_charges_operation" ON "sandbox_charges" USING btree ("operation_id","created_at");