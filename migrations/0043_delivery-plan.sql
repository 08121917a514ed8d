CREATE TABLE "delivery_plan" (
	"id" text PRIMARY KEY NOT NULL,
	"plan" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_slot" (
	"id" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "delivery_slot_taken" CHECK ("delivery_slot"."taken" >= 0)
);
