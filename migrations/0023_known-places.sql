CREATE TABLE "known_place" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_place_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "password_reset" DROP CONSTRAINT "password_reset_pkey";--> statement-breakpoint
ALTER TABLE "password_reset" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_email_place_pk" PRIMARY KEY("email","place");--> statement-breakpoint
ALTER TABLE "known_place" ADD CONSTRAINT "known_place_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_place_by_age" ON "known_place" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "refresh_token_by_end" ON "refresh_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_by_use" ON "session" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "session_by_end" ON "session" USING btree ("revoked_at") WHERE "session"."revoked_at" is not null;