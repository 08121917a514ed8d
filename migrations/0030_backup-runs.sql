CREATE TABLE "backup_run" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ok" boolean NOT NULL,
	"address" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"encrypted" boolean DEFAULT false NOT NULL,
	"problem" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backup_run_by_time" ON "backup_run" USING btree ("ok","at");