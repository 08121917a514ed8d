CREATE TABLE "reservation" (
	"order_id" text NOT NULL,
	"product_id" text NOT NULL,
	"user_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "reservation_order_id_product_id_pk" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "reservation_quantity" CHECK ("reservation"."quantity" between 1 and 999)
);
--> statement-breakpoint
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservation_by_user" ON "reservation" USING btree ("user_id") WHERE "reservation"."state" = 'RESERVED';--> statement-breakpoint
CREATE INDEX "payment_attempt_under_way" ON "payment_attempt" USING btree ("user_id") WHERE "payment_attempt"."status" in ('CREATING', 'OPEN', 'CAPTURING');--> statement-breakpoint
-- Payments under way keep what they have reserved; the others may still be paid late, and take their pieces again.
INSERT INTO "reservation" ("order_id", "product_id", "user_id", "quantity", "state")
SELECT a.id, line ->> 'productId', a.user_id, sum((line ->> 'quantity')::int),
	CASE WHEN a.holds_stock THEN 'RESERVED' WHEN a.status = 'PAID' THEN 'SOLD' ELSE 'RELEASED' END
FROM "payment_attempt" a, jsonb_array_elements(a.lines) line
GROUP BY a.id, line ->> 'productId';--> statement-breakpoint
ALTER TABLE "payment_attempt" DROP COLUMN "holds_stock";
