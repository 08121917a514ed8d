-- The version before these columns says the same in another way. A later version, beside which it no longer runs, can drop both triggers.
create function fill_by_hand() returns trigger language plpgsql as $$
begin
  new.by_hand := true;
  return new;
end $$;--> statement-breakpoint
create trigger fill_by_hand before insert on payment_difference for each row
  when (new.status = 'DONE' and new.reason = 'Too small for the provider') execute function fill_by_hand();--> statement-breakpoint
create function fill_in_bag() returns trigger language plpgsql as $$
begin
  new.in_bag := new.found;
  return new;
end $$;--> statement-breakpoint
create trigger fill_in_bag before insert on pick_mark for each row
  when (new.at = timestamptz 'epoch' and new.in_bag = 0) execute function fill_in_bag();
