CREATE TABLE "pick_surplus" (
	"order_id" text NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "pick_surplus_order_id_product_id_pk" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "pick_surplus_quantity" CHECK ("pick_surplus"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "pick_surplus" ADD CONSTRAINT "pick_surplus_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_surplus" ADD CONSTRAINT "pick_surplus_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pick_surplus_by_time" ON "pick_surplus" USING btree ("at");