import { missing } from "#web/missing.ts";

/** Every address that is no page: 404 (NAV-15). */
async function read(): Promise<null> {
  throw missing();
}
export { read as loader, read as clientLoader };

export default function NotFound() {
  return null;
}
