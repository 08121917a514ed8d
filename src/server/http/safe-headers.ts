/** Headers of every response: no content sniffing, no full URLs sent to other sites. */
export const SAFE_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "strict-origin-when-cross-origin" };

/** Headers of every HTML page: no access from windows of other sites, except those the page opened itself, and no device features. */
export const HTML_HEADERS = {
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), usb=()",
};
