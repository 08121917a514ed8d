ALTER TABLE "search_completion" ADD COLUMN "spoken" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_product" ADD COLUMN "head_text_es" text DEFAULT '' NOT NULL;