CREATE TABLE "product_picture" (
	"product_id" text NOT NULL,
	"address" text NOT NULL,
	"import_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"image" text,
	"problem" text DEFAULT '' NOT NULL,
	CONSTRAINT "product_picture_product_id_address_pk" PRIMARY KEY("product_id","address")
);
--> statement-breakpoint
ALTER TABLE "product_picture" ADD CONSTRAINT "product_picture_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_picture_by_address" ON "product_picture" USING btree ("address");--> statement-breakpoint
CREATE INDEX "product_picture_of_import" ON "product_picture" USING btree ("import_id","state");--> statement-breakpoint
CREATE INDEX "product_picture_waiting" ON "product_picture" USING btree ("next_at") WHERE "product_picture"."state" = 'waiting';