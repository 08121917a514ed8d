CREATE TABLE "admin_change" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" text NOT NULL,
	"kind" text NOT NULL,
	"thing_id" text NOT NULL,
	"thing_name" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"version" integer,
	"change_id" text
);
--> statement-breakpoint
CREATE TABLE "picture" (
	"key" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_change" ADD CONSTRAINT "admin_change_by_id_user_account_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_change_of_thing" ON "admin_change" USING btree ("kind","thing_id","id");--> statement-breakpoint
CREATE INDEX "admin_change_of_kind" ON "admin_change" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "admin_change_at_once" ON "admin_change" USING btree ("change_id") WHERE "admin_change"."change_id" is not null;--> statement-breakpoint
CREATE INDEX "admin_change_by_age" ON "admin_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "picture_by_age" ON "picture" USING btree ("sent_at");