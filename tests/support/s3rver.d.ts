declare module "s3rver" {
  /** An S3 server for tests with a single account, whose key and secret are `S3RVER`. */
  export default class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] });
    run(): Promise<import("node:net").AddressInfo>;
    close(): Promise<void>;
  }
}
