ALTER TABLE "order_line" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "cancel_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "customer_order_cancel_requested" ON "customer_order" USING btree ("created_at","id") WHERE "customer_order"."cancel_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_order_owed" ON "customer_order" USING btree ("created_at") WHERE "customer_order"."status" = 'CANCELLED' and "customer_order"."payment_status" in ('PAID', 'PARTIALLY REFUNDED');--> statement-breakpoint
CREATE INDEX "payment_refund_unsettled" ON "payment_refund" USING btree ("created_at") WHERE "payment_refund"."status" <> 'DONE';--> statement-breakpoint
UPDATE "order_line" SET "unit" = p."unit", "brand" = p."brand", "sku" = coalesce(p."sku", '') FROM "product" p WHERE p."id" = "order_line"."product_id" AND "order_line"."quantity" between 1 and 999;
