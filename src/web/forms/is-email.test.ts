import { expect, test } from "vitest";
import { email } from "#features/account/contract.ts";
import { isEmail } from "./is-email.ts";

test.each(["ana@example.com", " ana.paz+shop@mail.example.pe ", "a@b.co", "a@b.c", "a@b", "ana", "a@b@c.co", "a b@c.co", ""])(
  "a form accepts %j if the server does",
  (text) => expect(isEmail(text) === true).toBe(email.safeParse(text).success),
);
