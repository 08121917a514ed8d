ALTER TABLE "order_line" RENAME COLUMN "unit_price_cents" TO "list_cents";--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "paid_cents" integer;--> statement-breakpoint
-- By hand: lines from before get what their orders charged, rounded as the shop rounds.
UPDATE "order_line" SET "paid_cents" = ("list_cents"::bigint * (10000 - "discount_hundredths") * 2 + 10000) / 20000;--> statement-breakpoint
ALTER TABLE "order_line" ALTER COLUMN "paid_cents" SET NOT NULL;
