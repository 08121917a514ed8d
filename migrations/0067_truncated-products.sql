-- By hand: without products none is listed or tallied.
CREATE FUNCTION unlist_truncated_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_product;
  DELETE FROM product_tally;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unlist_truncated_products AFTER TRUNCATE ON product FOR EACH STATEMENT EXECUTE FUNCTION unlist_truncated_products();
