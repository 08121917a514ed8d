CREATE TABLE "web_build" (
	"id" text PRIMARY KEY NOT NULL,
	"files" text[] NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "web_file" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"is_brotli" boolean NOT NULL
);
