/** One value that changes, and those who want to hear of it: what React's useSyncExternalStore reads. */

export interface Signal<T> {
  readonly get: () => T
  /** Tells the listeners where the value is another one. */
  readonly set: (value: T) => void
  /** Gives back what ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

export function signal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
