-- The number of the oldest migration that a program must know to run with this database, while a newer one is being rolled out.
-- A migration that breaks older programs replaces it (`src/server/db/schema-version.ts`).
create or replace function oldest_program() returns integer language sql immutable return 31;
