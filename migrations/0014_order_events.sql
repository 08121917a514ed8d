CREATE TABLE "order_event" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"who" text NOT NULL,
	"before" text,
	"after" text
);
--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_event_by_order" ON "order_event" USING btree ("order_id","at");--> statement-breakpoint
-- Orders from before begin with what is known of them.
INSERT INTO "order_event" ("id", "order_id", "at", "kind", "who", "after") SELECT replace(gen_random_uuid()::text, '-', ''), "id", "created_at", 'PLACED', 'shopper', 'PENDING' FROM "customer_order";
