ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_quantity" CHECK ("cart_line"."quantity" between 1 and 999);--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_stock" CHECK ("product"."stock" >= 0);--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_price" CHECK ("product"."price_cents" between 1 and 9999999);--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_discount" CHECK ("product"."discount_hundredths" between 0 and 9999);--> statement-breakpoint
-- By hand: NOT VALID, since lines of the same product were summed past 999 before this rule.
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_quantity" CHECK ("order_line"."quantity" between 1 and 999) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_price" CHECK ("order_line"."list_cents" between 1 and 9999999);--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_discount" CHECK ("order_line"."discount_hundredths" between 0 and 9999);--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_paid" CHECK ("order_line"."paid_cents" between 0 and "order_line"."list_cents");--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_subtotal" CHECK ("customer_order"."subtotal_cents" >= 0);--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_total" CHECK ("customer_order"."total_cents" >= 0);
