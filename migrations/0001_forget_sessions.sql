ALTER TABLE "refresh_token" DROP CONSTRAINT "refresh_token_session_id_session_id_fk";
--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;