/** The call that exchanges a refresh token for new tokens, which the browser makes by itself when an access token expires (API-7). */
export const REFRESH_CALL = { method: "POST", path: "/api/user/refresh-token" } as const;
