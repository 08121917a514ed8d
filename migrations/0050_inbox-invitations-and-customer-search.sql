CREATE TABLE "staff_invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"sending" integer DEFAULT 1 NOT NULL,
	"token_hash" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_invited_by_user_account_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitation_email" ON "staff_invitation" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitation_token" ON "staff_invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_invitation_by_end" ON "staff_invitation" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_answered_by_user_account_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_account_email_trigram" ON "user_account" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_account_mobile_trigram" ON "user_account" USING gin (regexp_replace("mobile", '\D', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_account_by_name" ON "user_account" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "address_mobile_trigram" ON "address" USING gin (regexp_replace("mobile", '\D', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_message_open" ON "contact_message" USING btree ("id") WHERE "contact_message"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "contact_message_answered" ON "contact_message" USING btree ("id") WHERE "contact_message"."answered_at" is not null;