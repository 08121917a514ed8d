ALTER TABLE "order_line" ADD COLUMN "name_es" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "unit_es" text DEFAULT '' NOT NULL;