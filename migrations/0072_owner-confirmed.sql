ALTER TABLE "user_account" ADD COLUMN "owner_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand: accounts confirmed before keep what they may do.
UPDATE "user_account" SET "owner_confirmed" = true WHERE "verify_email";
