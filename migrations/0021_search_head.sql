ALTER TABLE "search_product" ADD COLUMN "head_words" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_product" ADD COLUMN "department" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- By hand: a page of the candidates, which come best first. What single words cannot tell decides among them: whether the
-- typed words are the head of the name or only occur in it, whether they are the brand, then stock and sales. For a single
-- word, the department that has the most and the best candidates counts too: "fish" is salmon before it is food for fish.
-- Only candidates of the same band of 100 compete with each other, so a page reads no more than the bands it touches.
CREATE OR REPLACE FUNCTION search_rank(nos int[], scores real[], phrase text, page_limit int, page_offset int)
RETURNS TABLE (ids text[], total int)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  first int := page_offset / 100 * 100;
  last int := (page_offset + page_limit + 99) / 100 * 100;
  typed text := rtrim(phrase);
  one_word boolean := position(' ' IN ltrim(typed)) = 0;
BEGIN
  RETURN QUERY
  WITH candidate AS MATERIALIZED (
    SELECT p.id, (c.place - 1) / 100 AS band, p.stock > 0 AS available, p.sold, s.department,
      c.score
        + CASE WHEN s.brand_words = typed || ' ' THEN 40 ELSE 0 END
        + CASE
            WHEN position(phrase IN s.name_words) = 0 THEN 0
            WHEN position(phrase IN s.head_words) > 0
              AND position(' ' IN rtrim(substr(s.head_words, position(phrase IN s.head_words) + length(typed)))) = 0
              THEN CASE position(phrase IN s.head_words) WHEN 1 THEN 90 ELSE 55 END
            WHEN one_word THEN 0
            ELSE 25
          END AS points
    FROM unnest(nos[first + 1:last], scores[first + 1:last]) WITH ORDINALITY c(no, score, place)
    JOIN search_product s ON s.no = c.no JOIN product p ON p.id = s.product_id
  ), weight AS MATERIALIZED (
    SELECT department, sum(points - half) AS weight
    FROM candidate CROSS JOIN (SELECT max(points) / 2 AS half FROM candidate) h
    WHERE one_word AND points > half GROUP BY department
  )
  SELECT ARRAY(
    SELECT id FROM candidate LEFT JOIN weight USING (department)
    ORDER BY band, round(points * (1 + 0.4 * coalesce(weight / (SELECT sum(weight) FROM weight), 0))) DESC,
      available DESC, sold DESC, id
    LIMIT page_limit OFFSET page_offset - first), coalesce(array_length(nos, 1), 0);
END $$;
