/** Lazily loaded code. */
export interface LazyModule<T> {
  /** Null until it is loaded. */
  get: () => T | null
  load: () => Promise<T>
}

/** @param fetchCode after a failure the next `load` tries again */
export function lazyModule<T>(fetchCode: () => Promise<T>): LazyModule<T> {
  let there: T | null = null
  return { get: () => there, load: async () => (there ??= await fetchCode()) }
}
