import type * as z from "zod/mini";

/** Who may make a call: anyone, a signed-in user, or an ADMIN. */
export type Access = "anyone" | "user" | "admin";

/** Longest JSON body that is read from anyone, in bytes. */
export const BODY_LIMIT = 16 * 1024;
/** Longest JSON body of the calls that take whole carts or products. */
export const LARGE_BODY = 1024 * 1024;

/**
 * One call of the API. The same value makes the server's route (`serve`), the browser's request (`call`)
 * and the documentation (`/api/openapi.json`).
 *
 * `reply` describes the fields of a successful answer beside `success`, `error` and `message`.
 * A GET reads its `input` from the query, every other method from the JSON body; `params` come from the path. A call with
 * a `file` takes one file as `multipart/form-data` under that name, and no `input`.
 */
export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
  File extends string | undefined = string | undefined,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The full path; a parameter is written `:name`. */
  readonly path: string;
  readonly access: A;
  readonly summary: string;
  readonly input?: Input | undefined;
  readonly params?: Params | undefined;
  readonly file?: File | undefined;
  /** Longest body in bytes; {@link BODY_LIMIT} unless set. More is for calls with a login alone: it is checked before the body is read. */
  readonly bodyLimit?: number | undefined;
  /** The media type of a call that answers a document in place of JSON; its `reply` has no fields. */
  readonly media?: string | undefined;
  readonly reply: Reply;
}

/** A file on its way to the server: nothing of it is read before it is asked for. */
export interface SentFile {
  /** The name of its field. */
  readonly field: string;
  /** The whole file, of at most `limit` bytes. @throws Refusal 400 when there is none, 413 when it is larger */
  read(limit: number): Promise<Uint8Array>;
  /**
   * Hands the file over while it arrives; what the work throws is the answer.
   * @throws Refusal 400 when there is none, 413 when it turns out to be larger than `limit` bytes
   */
  stream<T>(limit: number, work: (file: ArrivingFile) => Promise<T>): Promise<T>;
}

/** A file while it arrives. */
export interface ArrivingFile {
  /** What the sender calls it; says nothing about what it is. */
  readonly name: string;
  /** Ends early with a failure when the sender goes, or the file is too large. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What the caller hands in, before defaults are filled in. A file is handed in by `upload`. */
export type InputOf<E> = E extends Endpoint<infer I> ? OrFile<E, never, z.input<I>> : never;
/** What `upload` is handed in. */
export type FileOf<E> = OrFile<E, Blob, never>;
/** What the handler gets: the fields, checked and with defaults, or the file. */
export type CheckedInputOf<E> = E extends Endpoint<infer I> ? OrFile<E, SentFile, z.output<I>> : never;
type OrFile<E, WithFile, Without> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, Access, infer F> ? ([F] extends [string] ? WithFile : Without) : never;
export type ParamsOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer P> ? z.output<P> : never;
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer R> ? Fields<z.output<R>> : never;
/** zod's type of an object without fields forbids any; a reply without fields of its own forbids nothing. */
type Fields<T> = T extends Record<string, never> ? unknown : T;
export type AccessOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer A> ? A : never;

/** Keeps the exact types of an endpoint's parts. */
export function endpoint<
  I extends z.ZodMiniType,
  R extends z.ZodMiniType,
  P extends z.ZodMiniType,
  A extends Access,
  F extends string | undefined = undefined,
>(value: Endpoint<I, R, P, A, F>): Endpoint<I, R, P, A, F> {
  return value;
}

/** The envelope of every JSON answer. */
export interface Envelope {
  success: boolean;
  error: boolean;
  message: string;
}
