DROP INDEX "contact_message_open";--> statement-breakpoint
DROP INDEX "contact_message_answered";--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "contact_message_archived" ON "contact_message" USING btree ("id") WHERE "contact_message"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_message_open" ON "contact_message" USING btree ("id") WHERE "contact_message"."answered_at" is null and "contact_message"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "contact_message_answered" ON "contact_message" USING btree ("id") WHERE "contact_message"."answered_at" is not null and "contact_message"."archived_at" is null;