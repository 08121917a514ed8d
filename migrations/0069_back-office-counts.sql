CREATE TABLE "picture_tally" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "picture_tally_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_with_odd_price" ON "product" USING btree ("id") WHERE ("product"."paid_cents" < 10 or "product"."price_cents" >= 100000 or "product"."discount_hundredths" >= 7500 or "product"."paid_cents" < "product"."cost_cents") and "product"."deleted_at" is null;--> statement-breakpoint
-- By hand, from here on: what keeps the tally of products without pictures.
INSERT INTO picture_tally (products) SELECT count(*) FROM product WHERE cardinality(image) = 0 AND deleted_at IS NULL HAVING count(*) > 0;
--> statement-breakpoint
CREATE FUNCTION tally_added_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO picture_tally (products) SELECT count(*) FROM added WHERE cardinality(image) = 0 AND deleted_at IS NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_added_pictures AFTER INSERT ON product
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_pictures();
--> statement-breakpoint
CREATE FUNCTION tally_gone_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO picture_tally (products) SELECT -count(*) FROM gone WHERE cardinality(image) = 0 AND deleted_at IS NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_gone_pictures AFTER DELETE ON product
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_pictures();
--> statement-breakpoint
CREATE FUNCTION tally_changed_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO picture_tally (products) VALUES (CASE WHEN cardinality(NEW.image) = 0 AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_changed_picture AFTER UPDATE ON product FOR EACH ROW
  WHEN ((cardinality(OLD.image) = 0 AND OLD.deleted_at IS NULL) <> (cardinality(NEW.image) = 0 AND NEW.deleted_at IS NULL))
  EXECUTE FUNCTION tally_changed_picture();
--> statement-breakpoint
CREATE FUNCTION forget_picture_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM picture_tally;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_picture_tally AFTER TRUNCATE ON product FOR EACH STATEMENT EXECUTE FUNCTION forget_picture_tally();
