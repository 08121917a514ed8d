ALTER TABLE "order_line" DROP CONSTRAINT "order_line_share";--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "weighed_by" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "weighed_grams" integer;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "weighed_by" text;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "weighed_grams" integer;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "grams" integer;--> statement-breakpoint
ALTER TABLE "pick_mark" ADD COLUMN "grams" integer;--> statement-breakpoint
ALTER TABLE "pick_mark" ADD COLUMN "replacement_grams" integer;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_weighed" CHECK (case "product"."weighed_by" when 'weight' then coalesce("product"."weighed_grams" = 100, false)
        when 'piece' then coalesce("product"."weighed_grams" between 1 and 20000, false)
        else "product"."weighed_by" is null and "product"."weighed_grams" is null end);--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_weighed" CHECK (("order_line"."weighed_by" is null) = ("order_line"."weighed_grams" is null) and coalesce("order_line"."weighed_by" in ('weight', 'piece'), true)
        and coalesce("order_line"."grams" between 0 and "order_line"."quantity" * "order_line"."weighed_grams", "order_line"."grams" is null));--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_share" CHECK ("order_line"."coupon_cents" between 0 and case when "order_line"."weighed_grams" is null then "order_line"."paid_cents"::bigint * "order_line"."quantity"
        else ("order_line"."paid_cents"::bigint * coalesce("order_line"."grams", "order_line"."quantity" * "order_line"."weighed_grams") + 500) / 1000 end);