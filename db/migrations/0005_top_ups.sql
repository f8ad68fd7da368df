ALTER TABLE "top_up_charges" ADD COLUMN "provider_customer_id" text;--> statement-breakpoint
ALTER TABLE "top_up_charges" ADD COLUMN "provider_subscription_id" text;--> statement-breakpoint
ALTER TABLE "top_up_charges" ADD COLUMN "provider_price_id" text;--> statement-breakpoint
ALTER TABLE "top_up_charges" ADD COLUMN "sent_at" timestamp with time zone;