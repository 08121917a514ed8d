ALTER TABLE "narrowing_detail" ADD COLUMN "name_es" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- By hand: the two details that every shop begins with, and the Spanish words that may be meant by a word with typing errors.
UPDATE "narrowing_detail" SET "name_es" = CASE "name" WHEN 'Diet' THEN 'Dieta' ELSE 'Origen' END WHERE "name" IN ('Diet', 'Origin');--> statement-breakpoint
CREATE FUNCTION search_similar_spanish(typed text) RETURNS TABLE (word text, core_count int)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET pg_trgm.similarity_threshold = 0.2 AS $$
BEGIN
  RETURN QUERY
    SELECT v.word, v.core_count FROM search_word v
    WHERE v.word % typed AND v.core_count > 0 AND v.word LIKE '~es %' AND abs(length(v.word) - 4 - length(typed)) < 4
    ORDER BY similarity(substr(v.word, 5), typed) DESC, v.core_count DESC, v.word LIMIT 40;
END $$;
