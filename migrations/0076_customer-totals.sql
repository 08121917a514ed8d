CREATE TABLE "customer_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_total" (
	"user_id" text PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"last_order_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "customer_total_by_orders" ON "customer_total" USING btree ("orders","user_id");--> statement-breakpoint
CREATE INDEX "customer_total_by_spent" ON "customer_total" USING btree ("spent_cents","user_id");--> statement-breakpoint
CREATE INDEX "customer_total_by_last_order" ON "customer_total" USING btree (coalesce("last_order_at", '-infinity'),"user_id");--> statement-breakpoint
-- By hand, from here on: what notes changes. Placing an order adds one row.
CREATE FUNCTION note_changed_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO customer_change (user_id) VALUES (NEW.user_id);
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND OLD.user_id <> NEW.user_id THEN
    INSERT INTO customer_change (user_id) VALUES (OLD.user_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_customer_of_order AFTER INSERT OR DELETE ON customer_order FOR EACH ROW EXECUTE FUNCTION note_changed_customer();
--> statement-breakpoint
-- Most updates move an order toward its shopper, which changes no amount.
CREATE TRIGGER note_customer_of_changed_order AFTER UPDATE ON customer_order FOR EACH ROW
  WHEN ((OLD.user_id, OLD.created_at, OLD.status = 'CANCELLED', OLD.payment_status, OLD.total_cents)
    IS DISTINCT FROM (NEW.user_id, NEW.created_at, NEW.status = 'CANCELLED', NEW.payment_status, NEW.total_cents))
  EXECUTE FUNCTION note_changed_customer();
--> statement-breakpoint
CREATE FUNCTION note_new_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_change (user_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_new_customer AFTER INSERT ON user_account FOR EACH ROW EXECUTE FUNCTION note_new_customer();
--> statement-breakpoint
-- What goes back changes the day of the order, as before, and what its shopper has paid.
CREATE OR REPLACE FUNCTION note_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment text := to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0];
BEGIN
  WITH changed AS (
    SELECT created_at, user_id FROM customer_order
    WHERE id IN (payment, to_jsonb(OLD) ->> 'amends', to_jsonb(NEW) ->> 'amends', (SELECT amends FROM payment_attempt WHERE id = payment))
  ), day AS (
    INSERT INTO sales_change (placed_at) SELECT created_at FROM changed)
  INSERT INTO customer_change (user_id) SELECT user_id FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Without the orders or payments of before, nobody's total is what it was.
CREATE FUNCTION forget_customer_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_change (user_id) SELECT id FROM user_account;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_customer_totals AFTER TRUNCATE ON customer_order FOR EACH STATEMENT EXECUTE FUNCTION forget_customer_totals();
--> statement-breakpoint
CREATE TRIGGER forget_customer_totals AFTER TRUNCATE ON payment_attempt FOR EACH STATEMENT EXECUTE FUNCTION forget_customer_totals();
--> statement-breakpoint
CREATE TRIGGER forget_customer_totals AFTER TRUNCATE ON payment_difference FOR EACH STATEMENT EXECUTE FUNCTION forget_customer_totals();
