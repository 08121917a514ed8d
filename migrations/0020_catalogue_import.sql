CREATE TABLE "catalogue_import_row" (
	"import_id" text NOT NULL,
	"no" integer NOT NULL,
	"line" integer NOT NULL,
	"cells" text[] NOT NULL,
	"fault" text DEFAULT '' NOT NULL,
	"outcome" text,
	"reason" text DEFAULT '' NOT NULL,
	"sku" text,
	"product_id" text,
	"version" integer,
	"stock_was" integer,
	"next" jsonb,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "catalogue_import_row_import_id_no_pk" PRIMARY KEY("import_id","no")
);
--> statement-breakpoint
CREATE TABLE "catalogue_import" (
	"id" text PRIMARY KEY NOT NULL,
	"by_id" text,
	"file_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_stock" integer DEFAULT 100 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"run" text,
	"alive_at" timestamp with time zone DEFAULT now() NOT NULL,
	"check_id" text,
	"report" jsonb,
	"problem" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalogue_import_row" ADD CONSTRAINT "catalogue_import_row_import_id_catalogue_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."catalogue_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD CONSTRAINT "catalogue_import_by_id_user_account_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_import_row_outcome" ON "catalogue_import_row" USING btree ("import_id","outcome","no");--> statement-breakpoint
CREATE INDEX "catalogue_import_row_sku" ON "catalogue_import_row" USING btree ("import_id","sku");--> statement-breakpoint
CREATE INDEX "catalogue_import_row_product" ON "catalogue_import_row" USING btree ("import_id","product_id");--> statement-breakpoint
CREATE INDEX "catalogue_import_by_age" ON "catalogue_import" USING btree ("created_at");