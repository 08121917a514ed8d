CREATE TABLE "shop_connection" (
	"service" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "invoice_format" text DEFAULT '' NOT NULL;