CREATE TABLE "payment_difference" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"cents" integer NOT NULL,
	"status" text NOT NULL,
	"before_cents" bigint,
	"provider_ref" text,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "payment_difference_cents" CHECK ("payment_difference"."cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "pick_mark" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"found" integer NOT NULL,
	"none_left" boolean DEFAULT false NOT NULL,
	"replacement_id" text,
	"replacement_quantity" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "pick_mark_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "pick_mark_found" CHECK ("pick_mark"."found" between 0 and 999),
	CONSTRAINT "pick_mark_replacement" CHECK (("pick_mark"."replacement_id" is null) = ("pick_mark"."replacement_quantity" = 0)),
	CONSTRAINT "pick_mark_replaced" CHECK ("pick_mark"."replacement_quantity" between 0 and 999)
);
--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "replaces" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "packed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "bags" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "owed_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_mark" ADD CONSTRAINT "pick_mark_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_mark" ADD CONSTRAINT "pick_mark_replacement_id_product_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_difference_by_payment" ON "payment_difference" USING btree ("attempt_id","id");--> statement-breakpoint
CREATE INDEX "payment_difference_unsettled" ON "payment_difference" USING btree ("created_at") WHERE "payment_difference"."status" <> 'DONE';--> statement-breakpoint
CREATE INDEX "customer_order_owes" ON "customer_order" USING btree ("created_at") WHERE "customer_order"."owed_cents" > 0;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_owed_cents" CHECK ("customer_order"."owed_cents" >= 0);--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_bags" CHECK ("customer_order"."bags" between 1 and 30);