/** 32 random hexadecimal digits. `crypto.randomUUID` needs https or localhost, which a shop in a local network may not have. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
