ALTER TABLE "customer_order" ADD COLUMN "goods_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "note" text DEFAULT '' NOT NULL;