/** Connections by key, with the lists that they keep; those that are not used for long are forgotten. */

/** People who use one console at the same time: their lists are in memory. */
const maxConnections = 50
/** ms after which an unused connection is forgotten. */
const idleMs = 30 * 60_000

export class ConnectionCache<C> {
  readonly #connections = new Map<string, { connection: C; usedAt: number }>()

  /** The connection of a key; `open` makes it if there is none. */
  get(key: string, open: () => C): C {
    const at = performance.now()
    const found = this.#connections.get(key)
    this.#connections.delete(key)
    for (const [other, { usedAt }] of this.#connections)
      if (this.#connections.size >= maxConnections || at - usedAt > idleMs) this.#connections.delete(other)
    const connection = found && at - found.usedAt <= idleMs ? found.connection : open()
    // The last used is the last of the map, so that the first is the one that was not used for the longest time.
    this.#connections.set(key, { connection, usedAt: at })
    return connection
  }

  /** Forgets a key that the product refused, with all that was kept for it. */
  forget(key: string): void {
    this.#connections.delete(key)
  }

  clear(): void {
    this.#connections.clear()
  }
}
