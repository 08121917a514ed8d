CREATE TABLE "password_reset" (
	"email" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"code_hash" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"ticket_hash" text,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_reset_id_unique" UNIQUE("id")
);
