CREATE TABLE "listed_product" (
	"category_id" text NOT NULL,
	"sub_category_id" text NOT NULL,
	"product_id" text NOT NULL,
	"popularity" integer NOT NULL,
	"brand" text NOT NULL,
	"paid_cents" integer NOT NULL,
	"discount_hundredths" integer NOT NULL,
	"in_stock" boolean NOT NULL,
	"has_details" boolean NOT NULL,
	CONSTRAINT "listed_product_category_id_sub_category_id_product_id_pk" PRIMARY KEY("category_id","sub_category_id","product_id")
);
--> statement-breakpoint
CREATE INDEX "listed_product_order" ON "listed_product" USING btree ("category_id","sub_category_id","popularity" DESC NULLS FIRST,"product_id","brand","paid_cents","discount_hundredths","in_stock","has_details");--> statement-breakpoint
-- By hand, from here on: what keeps the table up to date.
INSERT INTO listed_product
SELECT c.category_id, s.sub_category_id, p.id, p.popularity, p.brand, p.paid_cents, p.discount_hundredths, p.stock > 0, p.more_details <> '{}'
FROM product p JOIN product_category c ON c.product_id = p.id JOIN product_sub_category s ON s.product_id = p.id
WHERE p.deleted_at IS NULL AND NOT p.hidden;
--> statement-breakpoint
-- The products that were just linked to shelves, on all shelves that they now lie on. Sequential scans are off, because a plan made
-- while the tables are small is used again when an import has filled them.
CREATE FUNCTION list_linked_products() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO listed_product
  SELECT c.category_id, s.sub_category_id, p.id, p.popularity, p.brand, p.paid_cents, p.discount_hundredths, p.stock > 0, p.more_details <> '{}'
  FROM (SELECT DISTINCT product_id FROM added) a
    CROSS JOIN LATERAL (SELECT * FROM product WHERE id = a.product_id AND deleted_at IS NULL AND NOT hidden OFFSET 0) p
    CROSS JOIN LATERAL (SELECT category_id FROM product_category WHERE product_id = p.id OFFSET 0) c
    CROSS JOIN LATERAL (SELECT sub_category_id FROM product_sub_category WHERE product_id = p.id OFFSET 0) s
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_linked_products AFTER INSERT ON product_category
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_linked_products();
--> statement-breakpoint
CREATE TRIGGER list_linked_products AFTER INSERT ON product_sub_category
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_linked_products();
--> statement-breakpoint
-- Products that left a category are on none of its shelves, which the links to the subcategories still tell; and the other way round.
CREATE FUNCTION unlist_from_categories() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM listed_product l USING gone g, product_sub_category s
  WHERE s.product_id = g.product_id
    AND l.category_id = g.category_id AND l.sub_category_id = s.sub_category_id AND l.product_id = g.product_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unlist_from_categories AFTER DELETE ON product_category
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION unlist_from_categories();
--> statement-breakpoint
CREATE FUNCTION unlist_from_sub_categories() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM listed_product l USING gone g, product_category c
  WHERE c.product_id = g.product_id
    AND l.category_id = c.category_id AND l.sub_category_id = g.sub_category_id AND l.product_id = g.product_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unlist_from_sub_categories AFTER DELETE ON product_sub_category
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION unlist_from_sub_categories();
--> statement-breakpoint
CREATE FUNCTION list_changed_product() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL OR NEW.hidden THEN
    DELETE FROM listed_product l USING product_category c, product_sub_category s
    WHERE c.product_id = NEW.id AND s.product_id = NEW.id
      AND l.category_id = c.category_id AND l.sub_category_id = s.sub_category_id AND l.product_id = NEW.id;
  ELSE
    INSERT INTO listed_product
    SELECT c.category_id, s.sub_category_id, NEW.id, NEW.popularity, NEW.brand, NEW.paid_cents, NEW.discount_hundredths, NEW.stock > 0,
      NEW.more_details <> '{}'
    FROM product_category c, product_sub_category s WHERE c.product_id = NEW.id AND s.product_id = NEW.id
    ON CONFLICT (category_id, sub_category_id, product_id) DO UPDATE SET popularity = excluded.popularity, brand = excluded.brand,
      paid_cents = excluded.paid_cents, discount_hundredths = excluded.discount_hundredths, in_stock = excluded.in_stock,
      has_details = excluded.has_details;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Most updates are sales, which change the stock only.
CREATE TRIGGER list_changed_product AFTER UPDATE ON product FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL, OLD.hidden, OLD.popularity, OLD.brand, OLD.paid_cents, OLD.discount_hundredths, OLD.stock > 0, OLD.more_details <> '{}')
    IS DISTINCT FROM (NEW.deleted_at IS NULL, NEW.hidden, NEW.popularity, NEW.brand, NEW.paid_cents, NEW.discount_hundredths, NEW.stock > 0, NEW.more_details <> '{}'))
  EXECUTE FUNCTION list_changed_product();
