/** The page number in a URL, starting at 1. */
export function pageOf(url: URL): number {
  const page = Number(url.searchParams.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Whether a URL refers to a page the list does not have. An empty list has a first page. */
export function isPastTheLast({ page, totalPage }: { page: number; totalPage: number }): boolean {
  return page > 1 && page > totalPage;
}
