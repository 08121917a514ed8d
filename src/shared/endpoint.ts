import type * as z from "zod/mini";
import type { Access } from "./roles.ts";

/** Longest JSON body accepted from anyone, in bytes. */
export const BODY_LIMIT = 16 * 1024;
/** Longest JSON body of calls that take whole carts or products. */
export const LARGE_BODY = 1024 * 1024;

/**
 * One call of the API. The same value defines the server's route (`serve`), the browser's request (`call`) and the
 * documentation (`/api/openapi.json`).
 *
 * `reply` describes the fields of a successful response besides `success`, `error` and `message`. A GET reads its
 * `input` from the query, every other method from the JSON body; `params` come from the path. A call with a `file`
 * takes one file as `multipart/form-data` under that name, and no `input`.
 */
export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
  File extends string | undefined = string | undefined,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The full path, with parameters as `:name`. */
  readonly path: string;
  /** Who may make it (`roles.ts`). */
  readonly access: A;
  readonly summary: string;
  readonly input?: Input | undefined;
  readonly params?: Params | undefined;
  readonly file?: File | undefined;
  /**
   * Longest body in bytes; {@link BODY_LIMIT} by default. Only calls that require a login may allow more: access is checked before
   * the body is read.
   */
  readonly bodyLimit?: number | undefined;
  /** The media type of a call that returns a document instead of JSON; its `reply` has no fields. */
  readonly media?: string | undefined;
  readonly reply: Reply;
}

/** An uploaded file; nothing is read until asked for. */
export interface SentFile {
  readonly field: string;
  /** Reads the whole file, up to `limit` bytes. @throws Refusal 400 if it is missing, 413 if it is larger */
  read(limit: number): Promise<Uint8Array>;
  /**
   * Streams the file to `work`; anything `work` throws becomes the response.
   * @throws Refusal 400 if it is missing, 413 if it turns out to be larger than `limit` bytes
   */
  stream<T>(limit: number, work: (file: ArrivingFile) => Promise<T>): Promise<T>;
  /** Aborts when the call has taken too long and was refused with a 503. Undefined if the call limits its time itself. */
  readonly refused: AbortSignal | undefined;
  /** From here on the call is done, however long that takes, and its response says so. @throws Refusal 503 when it was refused */
  commit(): void;
}

/** A file being uploaded. */
export interface ArrivingFile {
  /** The sender's name for it, which says nothing about the content. */
  readonly name: string;
  /** Fails early if the sender disconnects, or the file is too large. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What the caller passes, before defaults are applied. Files go through `upload`. */
export type InputOf<E> = E extends Endpoint<infer I> ? OrFile<E, never, z.input<I>> : never;
/** What `upload` takes. */
export type FileOf<E> = OrFile<E, Blob, never>;
/** What the handler gets: checked fields with defaults, or the file. */
export type CheckedInputOf<E> = E extends Endpoint<infer I> ? OrFile<E, SentFile, z.output<I>> : never;
type OrFile<E, WithFile, Without> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, Access, infer F> ? ([F] extends [string] ? WithFile : Without) : never;
export type ParamsOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer P> ? z.output<P> : never;
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer R> ? Fields<z.output<R>> : never;
/** zod's type for an object without fields forbids all fields; a reply without fields must not. */
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

/** The envelope of all JSON responses. */
export interface Envelope {
  success: boolean;
  error: boolean;
  message: string;
}
