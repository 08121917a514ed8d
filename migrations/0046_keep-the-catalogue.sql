ALTER TABLE "product" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "cost_cents" integer;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "offer_hundredths" integer;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "offer_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "offer_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "product_sku_search" ON "product" USING btree (lower("sku") collate "C") WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "product_barcode" ON "product" USING btree (lpad("barcode", 14, '0')) WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_hidden" ON "product" USING btree ("id") WHERE "product"."hidden" and "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_offer" ON "product" USING btree ("id") WHERE "product"."offer_hundredths" is not null;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_cost" CHECK ("product"."cost_cents" between 0 and 9999999);--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_barcode_digits" CHECK ("product"."barcode" ~ '^([0-9]{8}|[0-9]{12,14})$');--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_offer_dates" CHECK (case when "product"."offer_hundredths" is null then "product"."offer_from" is null and "product"."offer_until" is null
        else "product"."offer_hundredths" between 1 and 9999 and coalesce("product"."offer_from", "product"."offer_until") is not null
          and coalesce("product"."offer_from" < "product"."offer_until", true) end);