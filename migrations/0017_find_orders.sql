CREATE INDEX "user_account_name_trigram" ON "user_account" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_order_by_status" ON "customer_order" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "customer_order_number_trigram" ON "customer_order" USING gin ("number" gin_trgm_ops);