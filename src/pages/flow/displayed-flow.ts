/** Keeps the displayed version while another user changes the flow. Pure. */

interface Versioned {
  version: number
}

export interface DisplayedFlow<T extends Versioned> {
  /** The displayed version. */
  flow: T
  /** The newest version that was saved or accepted here. */
  acceptedVersion: number
}

/** Whether a response contains the displayed version, or one that the user saved or accepted. */
const isAccepted = <T extends Versioned>(displayed: DisplayedFlow<T>, latest: T): boolean =>
  // Without version numbers, versions cannot be distinguished.
  Number.isNaN(latest.version) ||
  latest.version === displayed.flow.version ||
  latest.version <= displayed.acceptedVersion

/**
 * The state after a new response: fields that change without a new version (cost, last run) are updated, but another
 * user's version is not displayed.
 */
export const acceptUpdate = <T extends Versioned>(displayed: DisplayedFlow<T>, latest: T): DisplayedFlow<T> =>
  latest !== displayed.flow && isAccepted(displayed, latest) ? { ...displayed, flow: latest } : displayed

/** Another user's version that was not accepted yet; null if there is none. */
export const pendingVersion = <T extends Versioned>(displayed: DisplayedFlow<T>, latest: T): T | null =>
  isAccepted(displayed, latest) ? null : latest
