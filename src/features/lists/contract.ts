import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { filledCart, MAX_QUANTITY, quantity } from "../cart/contract.ts";

/** The id of the list that everyone has: the favorites. Other lists get their ids from the browser that makes them. */
export const FAVORITES = "favorites";

/** Most lists of a person (not counting the favorites), most products of a list, and most favorites. */
export const MAX_LISTS = 20;
export const MAX_LIST_LINES = 200;
export const MAX_FAVORITES = 500;

const anyListId = z.union([z.literal(FAVORITES), id]);
/** Longest name of a list. */
export const MAX_NAME = 60;
const listName = line(MAX_NAME);

const listLine = z.object({ productId: id, quantity });
export type ListLine = z.output<typeof listLine>;

/** Products that someone saved, oldest first. */
export const savedList = z.object({ _id: anyListId, name: z.string(), lines: z.array(listLine) });
export type SavedList = z.output<typeof savedList>;

export const getLists = endpoint({
  method: "GET",
  path: "/api/list/get",
  access: "user",
  summary: "The user's favorites, then their lists, oldest first; products that left the shop are left out",
  reply: z.object({ data: z.array(savedList) }),
});

const newLines = z.array(listLine).check(z.maxLength(MAX_LIST_LINES));

export const createList = endpoint({
  method: "POST",
  path: "/api/list/create",
  access: "user",
  summary: "Make a list, under an id chosen by the caller; repeating it changes nothing. 409 if the name is taken",
  input: z.object({ _id: id, name: listName, lines: z._default(newLines, []) }),
  reply: z.object({}),
});

export const renameList = endpoint({
  method: "PUT",
  path: "/api/list/rename",
  access: "user",
  summary: "Rename a list",
  input: z.object({ _id: id, name: listName }),
  reply: z.object({}),
});

export const deleteList = endpoint({
  method: "DELETE",
  path: "/api/list/delete",
  access: "user",
  summary: "Delete a list",
  input: z.object({ _id: id }),
  reply: z.object({}),
});

export const setListLine = endpoint({
  method: "PUT",
  path: "/api/list/set-line",
  access: "user",
  summary: "Put a product on a list or the favorites, change its quantity there, or take it off with quantity 0",
  input: z.object({ _id: anyListId, productId: id, quantity: z.int().check(z.gte(0), z.lte(MAX_QUANTITY)) }),
  reply: z.object({}),
});

export const addListToCart = endpoint({
  method: "POST",
  path: "/api/list/add-to-cart",
  access: "user",
  summary: "Have at least as many of every product of a list in the cart; reports what is sold out or short. Repeating it adds nothing",
  input: z.object({ _id: anyListId }),
  reply: z.object({ data: filledCart }),
});

export const mergeLists = endpoint({
  method: "POST",
  path: "/api/list/merge",
  access: "user",
  summary: "Merge a guest's lists into the account's: lists with the same name or id become one. Repeating it changes nothing",
  bodyLimit: LARGE_BODY,
  input: z.object({
    lists: z
      .array(z.object({ _id: anyListId, name: listName, lines: z.array(listLine).check(z.maxLength(MAX_FAVORITES)) }))
      .check(z.maxLength(MAX_LISTS + 1)),
  }),
  /** `left_out`: how many lists and products did not fit. */
  reply: z.object({ data: z.array(savedList), left_out: z.int() }),
});
