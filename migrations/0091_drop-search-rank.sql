-- breaks: nothing has called it since migration 66, when results began to be ranked in memory
DROP FUNCTION search_rank(int[], real[], text, int, int);
--> statement-breakpoint
create or replace function oldest_program() returns integer language sql immutable return 66;
