/** A promise that something else awaits first: until then, its failure counts as handled. */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
