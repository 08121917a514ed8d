import { productReply } from "../catalogue/product-reply.ts";
import type { CartLine } from "./contract.ts";
import type { CartEntry } from "./store.ts";

/** A cart line as in the API: dollars, and the product under the specification's name. */
export const lineReply = ({ _id, quantity, product }: CartEntry): CartLine => ({ _id, quantity, productId: productReply(product) });
