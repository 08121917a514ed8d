ALTER TABLE "payment_attempt" ADD COLUMN "lost_charge_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "repeats" text;