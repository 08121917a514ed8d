import { hash } from "@node-rs/argon2";
import { newId } from "#server/new-id.ts";
import type { Role } from "#shared/roles.ts";
import { BY_THE_SHOP, noteSecurityEvent } from "#features/account/security-events.ts";
import { Sessions, type Tokens } from "#features/account/session/sessions.ts";
import { insertUser } from "#features/account/store.ts";
import type { TestShop } from "./test-shop.ts";

/** The password of every account created here. */
export const PASSWORD = "a pantry of one's own";
/** Fast to verify: a hash contains its own cost parameters. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1 });

/** A person with a session. */
export interface SignedUp {
  user: { _id: string; name: string; email: string };
  /** An access token for `call(…, { token })`. */
  token: string;
  refreshToken: string;
}

/** Creates a shopper and signs them in. */
export async function signUp(
  { shop }: Pick<TestShop, "shop">,
  given: { name?: string; email?: string; role?: Role; isConfirmed?: boolean } = {},
): Promise<SignedUp> {
  const id = newId();
  const { name = "Ana Shopper", email = `ana-${id}@shop.example`, role = "USER", isConfirmed = false } = given;
  const user = { id, name, email, role, isConfirmed, passwordHash: await passwordHash };
  await insertUser(shop.database.db, user);
  const tokens: Tokens = await shop.database.transact(async ({ tx }) => {
    await noteSecurityEvent(tx, { kind: "login", userId: id, from: BY_THE_SHOP });
    return new Sessions(shop).begin(tx, user, BY_THE_SHOP);
  });
  return { user: { _id: id, name, email }, token: tokens.accessToken, refreshToken: tokens.refreshToken };
}

/** Creates an admin and signs them in. */
export function makeAdmin(shop: Pick<TestShop, "shop">, given: { name?: string; email?: string } = {}): Promise<SignedUp> {
  return signUp(shop, { name: "Adela Admin", ...given, role: "ADMIN" });
}
