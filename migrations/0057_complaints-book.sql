CREATE TABLE "complaint" (
	"id" text PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_on" date NOT NULL,
	"key" text NOT NULL,
	"request_key" text,
	"request_hash" text,
	"provider_name" text NOT NULL,
	"provider_ruc" text NOT NULL,
	"provider_address" text NOT NULL,
	"name" text NOT NULL,
	"document_type" text NOT NULL,
	"document_number" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"parent_name" text NOT NULL,
	"good" text NOT NULL,
	"amount_cents" integer,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"order_number" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"request" text NOT NULL,
	"emailed" boolean NOT NULL,
	"reminded_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "complaint_serial" CHECK ("complaint"."serial" > 0),
	CONSTRAINT "complaint_amount" CHECK ("complaint"."amount_cents" >= 0),
	CONSTRAINT "complaint_answer" CHECK (("complaint"."answered_at" is null) = ("complaint"."answer" = ''))
);
--> statement-breakpoint
CREATE TABLE "complaint_counter" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_answered_by_user_account_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_number" ON "complaint" USING btree ("year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_key" ON "complaint" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_request_key" ON "complaint" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "complaint_open" ON "complaint" USING btree ("id") WHERE "complaint"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "complaint_answered" ON "complaint" USING btree ("id") WHERE "complaint"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "complaint_by_answer" ON "complaint" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "complaint_by_email" ON "complaint" USING btree (lower("email"));