import { missing } from "#web/missing.ts";

/** Any address without a page: 404 (NAV-15). */
async function read(): Promise<null> {
  throw missing();
}
export { read as loader, read as clientLoader };

export default function NotFound() {
  return null;
}
