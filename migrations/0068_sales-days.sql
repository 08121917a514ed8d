CREATE TABLE "sales_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"placed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_day" (
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"placed" integer NOT NULL,
	"orders" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	"expected_cents" bigint NOT NULL,
	"sold_ids" text[] NOT NULL,
	"sold_pieces" bigint[] NOT NULL,
	"sold_paid_cents" bigint[] NOT NULL,
	"sold_expected_cents" bigint[] NOT NULL,
	CONSTRAINT "sales_day_starts_at_ends_at_pk" PRIMARY KEY("starts_at","ends_at")
);
--> statement-breakpoint
CREATE INDEX "sales_change_by_time" ON "sales_change" USING btree ("placed_at");--> statement-breakpoint
-- By hand, from here on: what notes changes. A new order is noticed by the number of orders of its day, so placing one runs none of these.
CREATE FUNCTION note_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_change (placed_at) VALUES (OLD.created_at);
  IF TG_OP = 'UPDATE' AND NEW.created_at <> OLD.created_at THEN
    INSERT INTO sales_change (placed_at) VALUES (NEW.created_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Most updates move an order toward its shopper, which changes no amount.
CREATE TRIGGER note_changed_order AFTER UPDATE ON customer_order FOR EACH ROW
  WHEN ((OLD.created_at, OLD.status = 'CANCELLED', OLD.payment_status, OLD.total_cents, OLD.delivery_fee_cents)
    IS DISTINCT FROM (NEW.created_at, NEW.status = 'CANCELLED', NEW.payment_status, NEW.total_cents, NEW.delivery_fee_cents))
  EXECUTE FUNCTION note_changed_order();
--> statement-breakpoint
CREATE TRIGGER note_deleted_order AFTER DELETE ON customer_order FOR EACH ROW EXECUTE FUNCTION note_changed_order();
--> statement-breakpoint
-- Lines are only added to an order when it is placed, or after its former lines were deleted.
CREATE FUNCTION note_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_change (placed_at) SELECT created_at FROM customer_order WHERE id IN (SELECT order_id FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_deleted_lines AFTER DELETE ON order_line
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();
--> statement-breakpoint
CREATE FUNCTION note_changed_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_change (placed_at) SELECT created_at FROM customer_order WHERE id IN (OLD.order_id, NEW.order_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_changed_line AFTER UPDATE ON order_line FOR EACH ROW
  WHEN ((OLD.order_id, OLD.position, OLD.product_id, OLD.quantity, OLD.paid_cents, OLD.coupon_cents, OLD.weighed_by, OLD.weighed_grams, OLD.grams)
    IS DISTINCT FROM (NEW.order_id, NEW.position, NEW.product_id, NEW.quantity, NEW.paid_cents, NEW.coupon_cents, NEW.weighed_by, NEW.weighed_grams, NEW.grams))
  EXECUTE FUNCTION note_changed_line();
--> statement-breakpoint
-- The payment of an order has its id. The argument is the column with that id.
CREATE FUNCTION note_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_change (placed_at) SELECT created_at FROM customer_order WHERE id = to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_added_refund AFTER INSERT ON payment_attempt FOR EACH ROW
  WHEN (NEW.refunded_cents <> 0) EXECUTE FUNCTION note_changed_refund('id');
--> statement-breakpoint
CREATE TRIGGER note_changed_refund AFTER UPDATE ON payment_attempt FOR EACH ROW
  WHEN (OLD.refunded_cents <> NEW.refunded_cents) EXECUTE FUNCTION note_changed_refund('id');
--> statement-breakpoint
CREATE TRIGGER note_deleted_refund AFTER DELETE ON payment_attempt FOR EACH ROW
  WHEN (OLD.refunded_cents <> 0) EXECUTE FUNCTION note_changed_refund('id');
--> statement-breakpoint
CREATE TRIGGER note_added_difference AFTER INSERT ON payment_difference FOR EACH ROW
  WHEN (NEW.status = 'DONE') EXECUTE FUNCTION note_changed_refund('attempt_id');
--> statement-breakpoint
CREATE TRIGGER note_changed_difference AFTER UPDATE ON payment_difference FOR EACH ROW
  WHEN ((OLD.status = 'DONE', OLD.cents) <> (NEW.status = 'DONE', NEW.cents)) EXECUTE FUNCTION note_changed_refund('attempt_id');
--> statement-breakpoint
CREATE TRIGGER note_deleted_difference AFTER DELETE ON payment_difference FOR EACH ROW
  WHEN (OLD.status = 'DONE') EXECUTE FUNCTION note_changed_refund('attempt_id');
--> statement-breakpoint
-- Without the orders, lines or payments of before, no day is what it was.
CREATE FUNCTION forget_sales_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sales_day;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_sales_days AFTER TRUNCATE ON customer_order FOR EACH STATEMENT EXECUTE FUNCTION forget_sales_days();
--> statement-breakpoint
CREATE TRIGGER forget_sales_days AFTER TRUNCATE ON order_line FOR EACH STATEMENT EXECUTE FUNCTION forget_sales_days();
--> statement-breakpoint
CREATE TRIGGER forget_sales_days AFTER TRUNCATE ON payment_attempt FOR EACH STATEMENT EXECUTE FUNCTION forget_sales_days();
--> statement-breakpoint
CREATE TRIGGER forget_sales_days AFTER TRUNCATE ON payment_difference FOR EACH STATEMENT EXECUTE FUNCTION forget_sales_days();
