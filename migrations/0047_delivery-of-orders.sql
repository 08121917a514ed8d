ALTER TABLE "customer_order" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "slot_id" text;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "slot_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
CREATE INDEX "customer_order_by_slot" ON "customer_order" USING btree ("slot_starts_at","slot_id") WHERE "customer_order"."slot_id" is not null;