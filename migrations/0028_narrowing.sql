CREATE TABLE "narrowing_detail" (
	"name" text PRIMARY KEY NOT NULL,
	"place" smallint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "paid_cents" integer GENERATED ALWAYS AS (((price_cents::bigint * (10000 - discount_hundredths) * 2 + 10000) / 20000)::int) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "unit_measure" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "unit_amount" double precision;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "popularity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "product_unread_unit" ON "product" USING btree ("id") WHERE "product"."unit_measure" is null;--> statement-breakpoint
-- By hand: what products sold so far, and the details that lists can be narrowed by at first.
UPDATE "product" SET "popularity" = "sold" WHERE "sold" > 0;--> statement-breakpoint
INSERT INTO "narrowing_detail" ("name", "place") VALUES ('Diet', 1), ('Origin', 2);
