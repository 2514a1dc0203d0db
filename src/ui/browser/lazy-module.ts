/** Code that is fetched when it is needed. */
export interface LazyModule<T> {
  /** Null until it was fetched. */
  get: () => T | null
  load: () => Promise<T>
}

/** @param fetchCode what fails is tried again with the next `load` */
export function lazyModule<T>(fetchCode: () => Promise<T>): LazyModule<T> {
  let there: T | null = null
  return { get: () => there, load: async () => (there ??= await fetchCode()) }
}
