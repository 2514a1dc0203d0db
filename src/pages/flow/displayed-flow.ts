/** What stays on the screen while somebody else changes the flow. Pure. */

interface Versioned {
  version: number
}

export interface DisplayedFlow<T extends Versioned> {
  /** What is shown. */
  flow: T
  /** The newest version that was made or taken here. */
  own: number
}

/** True where an answer is nothing new to the person: the version on the screen, or one that they made themselves. */
const isOwn = <T extends Versioned>(held: DisplayedFlow<T>, latest: T): boolean =>
  // A service that counts no versions cannot be told apart from itself.
  Number.isNaN(latest.version) || latest.version === held.flow.version || latest.version <= held.own

/** After a new answer. Figures that change without a version (cost, last run) are taken in; another's version waits. */
export const acceptUpdate = <T extends Versioned>(held: DisplayedFlow<T>, latest: T): DisplayedFlow<T> =>
  latest !== held.flow && isOwn(held, latest) ? { ...held, flow: latest } : held

/** Somebody else's version that waits to be looked at; null where there is none. */
export const pendingVersion = <T extends Versioned>(held: DisplayedFlow<T>, latest: T): T | null =>
  isOwn(held, latest) ? null : latest
