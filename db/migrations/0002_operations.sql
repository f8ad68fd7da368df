CREATE TABLE "message_preferences" (
	"team_id" text NOT NULL,
	"event_type" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_preferences_team_id_event_type_pk" PRIMARY KEY("team_id","event_type")
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"team_id" text,
	"reason" text,
	"details" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operator_actions_action_not_empty" CHECK (action <> '')
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhook_deliveries" (
	"endpoint_id" text NOT NULL,
	"message_id" text NOT NULL,
	"event_type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"error_code" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "outgoing_webhook_deliveries_endpoint_id_message_id_pk" PRIMARY KEY("endpoint_id","message_id"),
	CONSTRAINT "outgoing_webhook_deliveries_state_known" CHECK (state in ('pending', 'sending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_types" text[] DEFAULT '{}' NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_ends_at" timestamp with time zone,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"is_dry_run" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"compared" integer DEFAULT 0 NOT NULL,
	"differences" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"cases_opened" integer DEFAULT 0 NOT NULL,
	"position" jsonb,
	"leased_until" timestamp with time zone,
	"error" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "reconciliation_runs_state_known" CHECK (state in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_watermarks" (
	"provider" text PRIMARY KEY NOT NULL,
	"compared_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_watermarks" (
	"name" text PRIMARY KEY NOT NULL,
	"exported_until" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "subscription_outbox_unsent";--> statement-breakpoint
ALTER TABLE "subscription_outbox" ALTER COLUMN "team_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliation_cases" ADD COLUMN "resolved_by" text;--> statement-breakpoint
ALTER TABLE "subscription_outbox" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
UPDATE "subscription_outbox" SET "next_attempt_at" = "created_at" WHERE "state" = 'pending';--> statement-breakpoint
ALTER TABLE "subscription_outbox" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "subscription_outbox" ADD COLUMN "first_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_webhook_events" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_webhook_events" ADD COLUMN "lease_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_webhook_events" ADD COLUMN "assigned_team_id" text;--> statement-breakpoint
ALTER TABLE "outgoing_webhook_deliveries" ADD CONSTRAINT "outgoing_webhook_deliveries_endpoint_id_outgoing_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."outgoing_webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_actions_subject" ON "operator_actions" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "operator_actions_created" ON "operator_actions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "operator_actions_team" ON "operator_actions" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_due" ON "outgoing_webhook_deliveries" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_runs_provider" ON "reconciliation_runs" USING btree ("provider","started_at");--> statement-breakpoint
CREATE INDEX "reconciliation_cases_team" ON "reconciliation_cases" USING btree ("team_id","opened_at");--> statement-breakpoint
CREATE INDEX "subscription_outbox_due" ON "subscription_outbox" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "subscription_outbox_created" ON "subscription_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscription_outbox_state" ON "subscription_outbox" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "subscription_outbox_subscription" ON "subscription_outbox" USING btree ("subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_webhook_events_received" ON "billing_webhook_events" USING btree ("received_at","provider","event_id");--> statement-breakpoint
CREATE INDEX "billing_webhook_events_subject" ON "billing_webhook_events" USING btree ("subject_key") WHERE subject_key is not null;--> statement-breakpoint
CREATE INDEX "billing_webhook_events_subscription" ON "billing_webhook_events" USING btree ("subscription_id","received_at") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "billing_webhook_events_failed" ON "billing_webhook_events" USING btree ("received_at","provider","event_id") WHERE error_code is not null;--> statement-breakpoint
CREATE INDEX "billing_webhook_events_body" ON "billing_webhook_events" USING btree ("received_at") WHERE raw_body is not null;