CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE TABLE "search_posting" (
	"no" integer NOT NULL,
	"word" text collate "C" NOT NULL,
	"impact" smallint NOT NULL,
	CONSTRAINT "search_posting_no_word_pk" PRIMARY KEY("no","word") INCLUDE ("impact")
);
--> statement-breakpoint
CREATE TABLE "search_product" (
	"no" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_product_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" text NOT NULL,
	"name_words" text collate "C" NOT NULL,
	"brand_words" text collate "C" NOT NULL,
	"text_hash" text NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "search_product_product_id_unique" UNIQUE("product_id")
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"product_count" integer DEFAULT 1 NOT NULL,
	"core_count" integer DEFAULT 1 NOT NULL,
	"sound" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "product_popular";
--> statement-breakpoint
ALTER TABLE "search_product" ADD CONSTRAINT "search_product_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "search_posting_best" ON "search_posting" USING btree ("word","impact" DESC NULLS FIRST,"no");
--> statement-breakpoint
CREATE INDEX "search_word_trigram" ON "search_word" USING gin ("word" gin_trgm_ops) WHERE "search_word"."core_count" > 0;
--> statement-breakpoint
CREATE INDEX "search_word_sound" ON "search_word" USING btree ("sound") WHERE "search_word"."core_count" > 0;
--> statement-breakpoint
CREATE INDEX "product_popular" ON "product" USING btree ("sold" DESC NULLS FIRST,("stock" > 0) desc,"id") WHERE "product"."deleted_at" is null;
--> statement-breakpoint
-- By hand, from here on: what drizzle does not know.

CREATE FUNCTION search_product_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_posting WHERE no IN (SELECT no FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_product_deleted AFTER DELETE ON search_product
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_product_deleted();
--> statement-breakpoint
-- Renews the counts of the words. Nothing breaks without it; the choice between words that a beginning or a typing
-- error may mean only gets less exact.
CREATE FUNCTION search_refresh() RETURNS void LANGUAGE sql AS $$
  UPDATE search_word w SET product_count = c.product_count, core_count = c.core_count
  FROM (
    SELECT word, count(*)::int AS product_count, count(*) FILTER (WHERE impact > 5)::int AS core_count
    FROM search_posting GROUP BY word
  ) c
  WHERE c.word = w.word AND (w.product_count, w.core_count) IS DISTINCT FROM (c.product_count, c.core_count)
$$;
--> statement-breakpoint
-- Which words of a list are in the index, and the most frequent words with a prefix. The plan is made once: it does not
-- depend on the values, and planning would take longer than the work.
CREATE FUNCTION search_words(list text[], prefix text, most int) RETURNS TABLE (word text, product_count int)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT w.word, w.product_count FROM search_word w
    WHERE w.word = ANY(list) AND EXISTS (SELECT FROM search_posting p WHERE p.word = w.word);
  IF prefix <> '' THEN
    RETURN QUERY
      SELECT w.word, w.product_count FROM search_word w
      WHERE w.word >= prefix AND w.word < prefix || U&'\+10FFFF'
      ORDER BY w.core_count DESC, w.product_count DESC, w.word LIMIT most;
  END IF;
END $$;
--> statement-breakpoint
-- Words that may be meant by a word with typing errors: similar by letters, or sounding alike.
CREATE FUNCTION search_similar(typed text) RETURNS TABLE (word text, core_count int, alike boolean)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET pg_trgm.similarity_threshold = 0.25 AS $$
BEGIN
  RETURN QUERY
    SELECT w.word, w.core_count, w.sound = dmetaphone(typed) AND length(w.sound) > 1
    FROM (
      (SELECT * FROM search_word v
       WHERE v.word % typed AND v.core_count > 0 AND abs(length(v.word) - length(typed)) < 6
       ORDER BY similarity(v.word, typed) DESC, v.core_count DESC, v.word LIMIT 40)
      UNION
      (SELECT * FROM search_word v
       WHERE v.sound = dmetaphone(typed) AND v.core_count > 0 ORDER BY v.core_count DESC, v.word LIMIT 10)
    ) w
    WHERE w.word <> typed AND w.word NOT LIKE '~%';
END $$;
--> statement-breakpoint
-- A page of the candidates (which come best first), ordered by what single words do not tell: the typed words in a row in
-- the name, a brand that is just what was typed, stock, sales. Only candidates of the same band of 120 compete with each
-- other, so a page needs no more than the bands it touches.
CREATE FUNCTION search_rank(nos int[], scores real[], phrase text, page_limit int, page_offset int)
RETURNS TABLE (ids text[], total int)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  first int := page_offset / 120 * 120;
  last int := (page_offset + page_limit + 119) / 120 * 120;
BEGIN
  RETURN QUERY SELECT ARRAY(
    SELECT p.id
    FROM unnest(nos[first + 1:last], scores[first + 1:last]) WITH ORDINALITY c(no, score, place)
    JOIN search_product s ON s.no = c.no JOIN product p ON p.id = s.product_id
    ORDER BY (c.place - 1) / 120,
      round(c.score
        + CASE WHEN s.brand_words = phrase || ' ' THEN 40 ELSE 0 END
        + CASE position(phrase IN s.name_words) WHEN 0 THEN 0 WHEN 1 THEN 50 ELSE 30 END) DESC,
      p.stock > 0 DESC, p.sold DESC, p.id
    LIMIT page_limit OFFSET page_offset - first), coalesce(array_length(nos, 1), 0);
END $$;
