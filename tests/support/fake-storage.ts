type FakeStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear">;

/** A browser's `localStorage` or `sessionStorage`, in memory. As in a browser, its keys are the names of what it stores. */
export function fakeStorage(): FakeStorage {
  const values: Record<string, string> = Object.create({
    getItem: (name: string) => values[name] ?? null,
    setItem: (name: string, value: string) => void (values[name] = value),
    removeItem: (name: string) => void delete values[name],
    clear: () => Object.keys(values).forEach((name) => delete values[name]),
  } satisfies FakeStorage);
  return values as unknown as FakeStorage; // its prototype
}
