CREATE TABLE "search_completion" (
	"key" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"kind" text NOT NULL,
	"weight" smallint NOT NULL,
	CONSTRAINT "search_completion_key_text_pk" PRIMARY KEY("key","text")
);
--> statement-breakpoint
CREATE TABLE "search_count" (
	"day" date NOT NULL,
	"text" text NOT NULL,
	"found" integer NOT NULL,
	"missed" integer NOT NULL,
	"clicked" integer NOT NULL,
	"added" integer NOT NULL,
	CONSTRAINT "search_count_day_text_pk" PRIMARY KEY("day","text")
);
--> statement-breakpoint
CREATE TABLE "search_synonym" (
	"id" text PRIMARY KEY NOT NULL,
	"texts" text[] NOT NULL,
	"one_way" boolean NOT NULL,
	"key" text NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "search_product" ADD COLUMN "head_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_completion_best" ON "search_completion" USING btree (left("key", 2),"weight" DESC NULLS FIRST,"text");--> statement-breakpoint
CREATE UNIQUE INDEX "search_synonym_key" ON "search_synonym" USING btree ("key") WHERE "search_synonym"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "search_synonym_deleted" ON "search_synonym" USING btree ("deleted_at") WHERE "search_synonym"."deleted_at" is not null;