/** A page of rows, of which one more was read to tell whether there is another page. `next`: the last row's id, to read on from. */
export function pageOf<Row extends { _id: string }>(rows: readonly Row[], most: number): { data: Row[]; next: string | null } {
  const data = rows.slice(0, most);
  return { data, next: rows.length > most ? data.at(-1)!._id : null };
}
