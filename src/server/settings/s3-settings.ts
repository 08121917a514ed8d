import { z } from "zod";
import { baseAddress } from "./http-address.ts";

/** An S3-compatible bucket. */
export interface S3Config {
  bucket: string;
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const text = z.string().trim().min(1);

export const s3Settings = {
  S3_BUCKET: text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is not a bucket name").optional(),
  S3_ENDPOINT: baseAddress.optional(),
  S3_REGION: text.regex(/^[a-z0-9-]+$/, "is not a region name").optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
};

const shape = z.object(s3Settings);
type S3Settings = z.output<typeof shape>;

const NEEDED = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** The missing setting of a half-configured bucket: its name, and why it is needed. */
export function missingS3Settings(value: S3Settings): { name: string; why: string }[] {
  const set = (Object.keys(s3Settings) as (keyof S3Settings)[]).find((name) => value[name] !== undefined); // its own keys
  if (!set) return [];
  return NEEDED.filter((name) => value[name] === undefined).map((name) => ({ name, why: `is needed with ${set}` }));
}

/** The configured bucket; undefined: pictures are stored on disk. */
export function toS3(value: S3Settings): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  const region = value.S3_REGION ?? "us-east-1";
  return { bucket, accessKeyId, secretAccessKey, region, endpoint: value.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com` };
}
