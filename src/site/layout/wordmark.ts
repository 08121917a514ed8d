/** How a header sets the shop's name: the original one in lower case, any other as its owner writes it. */
export const wordmark = (name: string) => (name === "Despensa" ? "heading text-leaf lowercase" : "heading text-leaf");
