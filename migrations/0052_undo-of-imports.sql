CREATE TABLE "catalogue_import_skip" (
	"import_id" text NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "catalogue_import_skip_import_id_product_id_pk" PRIMARY KEY("import_id","product_id")
);
--> statement-breakpoint
DROP INDEX "admin_change_at_once";--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD COLUMN "applied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD COLUMN "undone" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD COLUMN "undone_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import_skip" ADD CONSTRAINT "catalogue_import_skip_import_id_catalogue_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."catalogue_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_change_at_once" ON "admin_change" USING btree ("change_id","id") WHERE "admin_change"."change_id" is not null;