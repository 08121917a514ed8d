CREATE INDEX "cache_change_by_age" ON "cache_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "rate_limit_by_end" ON "rate_limit" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "cart_merge_by_age" ON "cart_merge" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_reset_by_end" ON "password_reset" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sandbox_state_by_age" ON "sandbox_state" USING btree ("at");