ALTER TABLE "payment_attempt" ADD COLUMN "amends" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_amends_customer_order_id_fk" FOREIGN KEY ("amends") REFERENCES "public"."customer_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_attempt_amends" ON "payment_attempt" USING btree ("amends") WHERE "payment_attempt"."amends" is not null;--> statement-breakpoint
-- By hand, from here on: a payment that amends an order is of that order.
CREATE OR REPLACE FUNCTION note_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(NEW, OLD));
  payment_id text := changed ->> TG_ARGV[0];
BEGIN
  INSERT INTO sales_change (placed_at) SELECT created_at FROM customer_order
    WHERE id = coalesce((SELECT amends FROM payment_attempt WHERE id = payment_id), changed ->> 'amends', payment_id);
  RETURN NULL;
END $$;
