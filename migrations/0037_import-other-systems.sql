CREATE TABLE "catalogue_import_columns" (
	"id" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fields" jsonb NOT NULL,
	"shelf" text NOT NULL,
	"make_skus" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "variant_group" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "variant_label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import_row" ADD COLUMN "parent_no" integer;--> statement-breakpoint
ALTER TABLE "catalogue_import_row" ADD COLUMN "group_key" text;--> statement-breakpoint
ALTER TABLE "catalogue_import_row" ADD COLUMN "warnings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD COLUMN "shelf" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD COLUMN "make_skus" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD COLUMN "remembered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "product_variants" ON "product" USING btree ("variant_group") WHERE "product"."variant_group" is not null;--> statement-breakpoint
CREATE INDEX "catalogue_import_row_parent" ON "catalogue_import_row" USING btree ("import_id","parent_no") WHERE "catalogue_import_row"."parent_no" is not null;