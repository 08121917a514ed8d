/** A folder or bucket that holds files by name, such as `tables/product.tsv.zst`. */
export interface Repository {
  /** How to name it to a person: a path, or `s3://bucket/prefix`. */
  readonly address: string;
  /** Writes a file of any length. It exists once this is done, and survives a power cut. */
  write(name: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** @throws BackupError if it doesn't exist */
  read(name: string): Promise<AsyncIterable<Buffer>>;
  has(name: string): Promise<boolean>;
  /** Names of the folders directly in it. */
  folders(): Promise<string[]>;
  /** Names of the files in it and its folders. */
  files(): Promise<string[]>;
  /** A folder in it. */
  folder(name: string): Repository;
  /** Removes everything in it. */
  remove(): Promise<void>;
  removeFile(name: string): Promise<void>;
}
