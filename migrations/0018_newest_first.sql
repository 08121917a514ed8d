DROP INDEX "security_event_by_user";--> statement-breakpoint
DROP INDEX "product_newest";--> statement-breakpoint
DROP INDEX "customer_order_by_user";--> statement-breakpoint
DROP INDEX "payment_attempt_by_user";--> statement-breakpoint
CREATE INDEX "security_event_by_user" ON "security_event" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "product_newest" ON "product" USING btree ("id") WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_order_by_user" ON "customer_order" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payment_attempt_by_user" ON "payment_attempt" USING btree ("user_id","id");