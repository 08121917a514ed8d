import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ArrivingFile, SentFile } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { calledInSpanish } from "./check-messages.ts";
import { liftDeadline, refusedSignal } from "./deadline.ts";
import { refuse } from "./errors.ts";
import { takeTime } from "./unreadable.ts";

/** Allows a few other fields next to the file; they are ignored. */
const LIMITS = { fields: 10, fieldSize: 1024, parts: 12, headerPairs: 50 };
const MEGABYTE = 1024 * 1024;
/** Files up to this size arrive within `requestTimeout`, even on slow connections. */
const QUICK = 10 * MEGABYTE;

/** Registers routes that accept only `multipart/form-data`; all others accept only JSON. */
export function readFiles(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart);
    scope.addContentTypeParser("*", (_request, _body, done) => done(refuse.wrongType(t("Send multipart/form-data"))));
    register(scope);
  });
}

/** The file sent in a field of a request. */
export function sentFile(request: FastifyRequest, field: string): SentFile {
  const stream: SentFile["stream"] = (limit, work) => {
    if (limit > QUICK) takeTime(request.raw);
    return receive(request, field, limit, work);
  };
  return {
    field,
    stream,
    async read(limit) {
      const whole = await stream(limit, async ({ bytes }) => Buffer.concat(await Array.fromAsync(bytes)));
      if (whole.length === 0) throw refuse.badInput(t("{field} is required", { field: named(field) }));
      return whole;
    },
    refused: refusedSignal(request),
    commit: () => liftDeadline(request),
  };
}

const malformed = () => t("body is not valid multipart/form-data");

async function receive<T>(request: FastifyRequest, field: string, limit: number, work: (file: ArrivingFile) => Promise<T>): Promise<T> {
  const tooLarge = refuse.tooLarge(t("{field} is larger than {most} MB", { field: named(field), most: limit / MEGABYTE }));
  // Don't start if the declared length is too large, allowing for multipart framing and other fields.
  if (Number(request.headers["content-length"]) > limit + MEGABYTE) throw tooLarge;
  if (!request.isMultipart()) throw refuse.badInput(t("{field} is required", { field: named(field) }));
  let received: { value: T } | { error: unknown } | undefined;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: limit, files: 1 } })) {
      if (part.type !== "file") continue;
      if (part.fieldname !== field) {
        part.file.resume();
        continue;
      }
      received = await work({ name: storableName(part.filename), bytes: arriving(part.file, tooLarge) }).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if ("error" in received) break;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    received = {
      error: refuse.badInput(code === "FST_FILES_LIMIT" ? t("{field} takes one file only", { field: named(field) }) : malformed()),
    };
  }
  if (received && "value" in received) return received.value;
  // Discards the rest, so that the response reaches clients that send everything first.
  request.raw.unpipe();
  request.raw.resume();
  throw received ? received.error : refuse.badInput(t("{field} is required", { field: named(field) }));
}

/** Removes what PostgreSQL can't store in a file name. */
const storableName = (name: string) => name.replaceAll("\0", "").toWellFormed();

async function* arriving(file: MultipartFile["file"], tooLarge: Error): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw refuse.badInput(malformed());
  }
  if (file.truncated) throw tooLarge;
}

const named = (field: string) => calledInSpanish(field) ?? field;
