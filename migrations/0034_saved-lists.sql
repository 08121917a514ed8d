CREATE TABLE "saved_list_line" (
	"user_id" text NOT NULL,
	"list_id" text NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "saved_list_line_user_id_list_id_product_id_pk" PRIMARY KEY("user_id","list_id","product_id"),
	CONSTRAINT "saved_list_line_quantity" CHECK ("saved_list_line"."quantity" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "saved_list" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "saved_list_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_list_line" ADD CONSTRAINT "saved_list_line_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_list_line" ADD CONSTRAINT "saved_list_line_user_id_list_id_saved_list_user_id_id_fk" FOREIGN KEY ("user_id","list_id") REFERENCES "public"."saved_list"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_list" ADD CONSTRAINT "saved_list_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;