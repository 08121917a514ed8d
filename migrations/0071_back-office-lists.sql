CREATE INDEX "user_account_staff_first" ON "user_account" USING btree (("role" <> 'USER'),"id");--> statement-breakpoint
CREATE INDEX "customer_order_by_way" ON "customer_order" USING btree (("delivery" ->> 'way'),"created_at","id") WHERE "customer_order"."delivery" is not null;--> statement-breakpoint
-- By hand, from here on: what changes figures of an order, also if the payment or the difference is of a payment that amends it.
CREATE OR REPLACE FUNCTION note_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment text := to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0];
BEGIN
  INSERT INTO sales_change (placed_at) SELECT created_at FROM customer_order
  WHERE id IN (payment, to_jsonb(OLD) ->> 'amends', to_jsonb(NEW) ->> 'amends', (SELECT amends FROM payment_attempt WHERE id = payment));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER note_changed_refund AFTER UPDATE ON payment_attempt FOR EACH ROW
  WHEN ((OLD.refunded_cents <> 0 OR NEW.refunded_cents <> 0) AND (OLD.refunded_cents, OLD.status = 'PAID', OLD.amends)
    IS DISTINCT FROM (NEW.refunded_cents, NEW.status = 'PAID', NEW.amends))
  EXECUTE FUNCTION note_changed_refund('id');
