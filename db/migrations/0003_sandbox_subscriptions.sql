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
ALTER TABLE "sandbox_runs" ALTER COLUMN "purchase_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_runs" ADD COLUMN "sandbox_subscription_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_team" ON "sandbox_subscriptions" USING btree ("team_id","created_at");--> statement-breakpoint
ALTER TABLE "sandbox_runs" ADD CONSTRAINT "sandbox_runs_subject" CHECK (num_nonnulls(purchase_id, sandbox_subscription_id) = 1);