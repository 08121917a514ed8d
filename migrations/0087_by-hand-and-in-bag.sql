ALTER TABLE "payment_difference" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pick_mark" ADD COLUMN "in_bag" integer DEFAULT 0 NOT NULL;