ALTER TABLE "order_key" DROP CONSTRAINT "order_key_order_id_customer_order_id_fk";
--> statement-breakpoint
ALTER TABLE "order_key" ALTER COLUMN "order_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_key" ADD CONSTRAINT "order_key_order" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") DEFERRABLE INITIALLY DEFERRED;
