CREATE TABLE "sandbox_state" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"value" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_state_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE INDEX "sandbox_state_by_time" ON "sandbox_state" USING btree ("kind","at");