ALTER TABLE "product" RENAME COLUMN "discount" TO "discount_hundredths";--> statement-breakpoint
ALTER TABLE "order_line" RENAME COLUMN "discount" TO "discount_hundredths";