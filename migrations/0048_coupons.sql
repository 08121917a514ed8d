CREATE TABLE "coupon_use" (
	"order_id" text PRIMARY KEY NOT NULL,
	"coupon_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"cents" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_use_cents" CHECK ("coupon_use"."cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "coupon" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"minimum_cents" integer NOT NULL,
	"category_id" text,
	"sub_category_id" text,
	"starts_on" date,
	"ends_on" date,
	"max_uses" integer,
	"max_uses_per_person" integer,
	"first_order_only" boolean NOT NULL,
	"active" boolean NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "coupon_value" CHECK ("coupon"."value" >= 1 and ("coupon"."kind" = 'amount' or "coupon"."value" <= 10000)),
	CONSTRAINT "coupon_minimum" CHECK ("coupon"."minimum_cents" >= 0),
	CONSTRAINT "coupon_shelf" CHECK ("coupon"."category_id" is null or "coupon"."sub_category_id" is null),
	CONSTRAINT "coupon_days" CHECK ("coupon"."starts_on" is null or "coupon"."ends_on" is null or "coupon"."starts_on" <= "coupon"."ends_on"),
	CONSTRAINT "coupon_uses" CHECK ("coupon"."uses" >= 0)
);
--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_sub_category_id_sub_category_id_fk" FOREIGN KEY ("sub_category_id") REFERENCES "public"."sub_category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_use_by_person" ON "coupon_use" USING btree ("coupon_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("code") WHERE "coupon"."ended_at" is null;