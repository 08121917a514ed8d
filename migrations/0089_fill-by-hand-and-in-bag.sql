-- locks: only the few rows that it changes
update payment_difference set by_hand = true
where status = 'DONE' and reason = 'Too small for the provider' and not by_hand;--> statement-breakpoint
update pick_mark m set in_bag = m.found
where m.at = timestamptz 'epoch' and m.in_bag = 0
  and not exists (select from order_event e where e.order_id = m.order_id and e.kind = 'CANCELLED');
