/**
 * A name and an id as one piece of an address: each run of spaces, commas, ampersands and slashes
 * becomes one hyphen, case is kept, the rest is percent-encoded (NAV-8).
 */
export function slug(name: string, id: string): string {
  return `${encodeURIComponent(name.replace(/[\s,&/]+/g, "-"))}-${id}`;
}

/** The id of a piece made by {@link slug}: its last dash-separated part. */
export function idOf(piece: string): string {
  return piece.slice(piece.lastIndexOf("-") + 1);
}
