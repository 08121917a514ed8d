/**
 * A URL segment from a name and an id: each run of spaces, commas, ampersands and slashes becomes one hyphen, case is kept, the rest
 * is percent-encoded (NAV-8).
 */
export function slug(name: string, id: string): string {
  return `${encodeURIComponent(name.replace(/[\s,&/]+/g, "-"))}-${id}`;
}

/** The id in a segment made by {@link slug}: its last dash-separated part. */
export function idOf(piece: string): string {
  return piece.slice(piece.lastIndexOf("-") + 1);
}

/** Whether a URL segment ends with an id, as those made by {@link slug} do. */
export function hasId(piece: string): boolean {
  return piece.includes("-");
}
