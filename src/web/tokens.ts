/** The tokens of the signed-in shopper, in local storage as the specification has it, and their renewal. */

const ACCESS = "accesstoken";
const REFRESH = "refreshToken";

export function bearerHeader(): string | undefined {
  const token = localStorage.getItem(ACCESS);
  return token ? `Bearer ${token}` : undefined;
}

export function hasTokens(): boolean {
  return localStorage.getItem(REFRESH) !== null;
}

/** Where a person goes when the shop no longer knows them. Set by session.ts. */
let onLost: () => void = () => {};

export function whenTokensAreLost(listener: () => void): void {
  onLost = listener;
}

export function storeTokens(accessToken: string, refreshToken: string): void {
  localStorage.setItem(ACCESS, accessToken);
  localStorage.setItem(REFRESH, refreshToken);
}

export function dropTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/**
 * Exchanges the refresh token for new tokens, once for all calls and tabs that wait for it (Web Locks).
 * @returns whether there is a fresh access token now
 */
export async function refreshTokens(): Promise<boolean> {
  const before = localStorage.getItem(ACCESS);
  return navigator.locks.request("despensa-refresh", async () => {
    // Another call or tab was quicker.
    if (localStorage.getItem(ACCESS) !== before) return localStorage.getItem(ACCESS) !== null;
    const refreshToken = localStorage.getItem(REFRESH);
    if (!refreshToken) return false;
    const response = await fetch("/api/user/refresh-token", {
      method: "POST",
      headers: { authorization: `Bearer ${refreshToken}` },
    }).catch(() => null);
    if (response?.status === 401) {
      dropTokens();
      onLost();
      return false;
    }
    if (!response?.ok) return false;
    const { data } = (await response.json()) as { data: { accessToken: string; refreshToken: string } };
    storeTokens(data.accessToken, data.refreshToken);
    return true;
  });
}
