-- By hand: everybody is added up once, by the shop, in small parts. In a transaction of its own, without the locks of the migration before.
INSERT INTO customer_change (user_id) SELECT id FROM user_account;
