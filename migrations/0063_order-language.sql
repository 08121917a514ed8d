ALTER TABLE "user_account" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;