CREATE TABLE "product_pair" (
	"product_id" text NOT NULL,
	"other_id" text NOT NULL,
	"place" smallint NOT NULL,
	CONSTRAINT "product_pair_product_id_other_id_pk" PRIMARY KEY("product_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "product_pair" ADD CONSTRAINT "product_pair_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pair" ADD CONSTRAINT "product_pair_other_id_product_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;