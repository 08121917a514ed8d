import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SentFile } from "#shared/endpoint.ts";
import { refuse } from "./errors.ts";

/** Room for a few fields beside the file; they are ignored. */
const LIMITS = { fields: 10, fieldSize: 1024, parts: 12, headerPairs: 50 };
const MEGABYTE = 1024 * 1024;

/** Registers routes that take `multipart/form-data` alone; all others take JSON alone. */
export function readFiles(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart);
    scope.addContentTypeParser("*", (_request, _body, done) => done(refuse.wrongType("Send multipart/form-data")));
    register(scope);
  });
}

/** The file that a request brings in a field. */
export function sentFile(request: FastifyRequest, field: string): SentFile {
  return { field, read: (limit) => readOne(request, field, limit) };
}

async function readOne(request: FastifyRequest, field: string, limit: number): Promise<Uint8Array> {
  const tooLarge = refuse.tooLarge(`${field} is larger than ${limit / MEGABYTE} MB`);
  // Not begun where it is said to be too large; the frame and other fields count too.
  if (Number(request.headers["content-length"]) > limit + MEGABYTE) throw tooLarge;
  if (!request.isMultipart()) throw refuse.badInput(`${field} is required`);
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: limit, files: 1 } })) {
      if (part.type !== "file") continue;
      if (part.fieldname === field) file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    // What is still to come is let go, so that the answer reaches clients that send everything first.
    request.raw.unpipe();
    request.raw.resume();
    const { code } = error as { code?: string };
    if (code === "FST_REQ_FILE_TOO_LARGE") throw tooLarge;
    if (code === "FST_FILES_LIMIT") throw refuse.badInput(`${field} takes one file alone`);
    throw refuse.badInput("body is no valid multipart/form-data");
  }
  if (!file?.length) throw refuse.badInput(`${field} is required`);
  return file;
}
