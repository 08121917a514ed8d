CREATE TABLE "missed_search" (
	"day" date NOT NULL,
	"text" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "missed_search_day_text_pk" PRIMARY KEY("day","text")
);
--> statement-breakpoint
CREATE INDEX "product_low" ON "product" USING btree ("stock","sold" DESC NULLS FIRST) WHERE "product"."deleted_at" is null and "product"."stock" <= 10;--> statement-breakpoint
CREATE INDEX "customer_order_by_time" ON "customer_order" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_order_pending" ON "customer_order" USING btree ("created_at") WHERE "customer_order"."status" = 'PENDING';