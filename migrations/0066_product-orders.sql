CREATE TABLE "product_tally" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_tally_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"products" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "product_low";--> statement-breakpoint
DROP INDEX "product_newest";--> statement-breakpoint
CREATE INDEX "product_by_stock" ON "product" USING btree ("stock","sold" DESC NULLS FIRST,"id") WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_by_price" ON "product" USING btree ("paid_cents","id") WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_by_name" ON "product" USING btree (lower("name") collate "C","id") WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_by_change" ON "product" USING btree ("updated_at","id") WHERE "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_without_picture" ON "product" USING btree ("id") WHERE cardinality("product"."image") = 0 and "product"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_deleted" ON "product" USING btree ("deleted_at","id") WHERE "product"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "product_newest" ON "product" USING btree ("id","hidden") WHERE "product"."deleted_at" is null;--> statement-breakpoint
-- By hand, from here on: what keeps the tally.
INSERT INTO product_tally (products) SELECT count(*) FROM product WHERE deleted_at IS NULL AND NOT hidden HAVING count(*) > 0;
--> statement-breakpoint
CREATE FUNCTION tally_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tally (products) SELECT count(*) FROM added WHERE deleted_at IS NULL AND NOT hidden HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_added_products AFTER INSERT ON product
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_products();
--> statement-breakpoint
CREATE FUNCTION tally_gone_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tally (products) SELECT -count(*) FROM gone WHERE deleted_at IS NULL AND NOT hidden HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_gone_products AFTER DELETE ON product
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_products();
--> statement-breakpoint
CREATE FUNCTION tally_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tally (products) VALUES (CASE WHEN NEW.deleted_at IS NULL AND NOT NEW.hidden THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_changed_product AFTER UPDATE ON product FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NOT OLD.hidden) <> (NEW.deleted_at IS NULL AND NOT NEW.hidden))
  EXECUTE FUNCTION tally_changed_product();
--> statement-breakpoint
-- A row of a file is written twice and deleted soon; compressing it took longer than writing it.
ALTER TABLE catalogue_import_row SET (toast_tuple_target = 8160);
