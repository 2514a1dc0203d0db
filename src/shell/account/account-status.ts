/**
 * How the account stands, in the words that the frame has for it: beside its stops, at its foot and above the page. What
 * reads it (account-status-reader.tsx) comes a moment after the page, which waits for none of it.
 */
import { useSyncExternalStore } from 'react'
import { signal } from '#lib/signal.ts'

/** What stands beside a stop; `isBad` = somebody has to do something. */
export interface NavBadge {
  count: string
  /** What is counted, for those who do not see where it stands. */
  words: string
  isBad: boolean
}

export interface BannerWords {
  /** What is the case. */
  title: string
  /** What it means, and what to do. */
  words: string
  isBad: boolean
}

/** A line at the foot of the navigation. */
export interface FooterLine {
  name: string
  value: string
  strong?: boolean
}

export interface AccountStatus {
  /** The balance runs out, or has; null where there is nothing to say. */
  money: BannerWords | null
  /** The budget that is nearest to its end, or beyond; null where none is near. */
  budget: BannerWords | null
  /** What is available and how long it lasts; empty where that is not known. */
  lines: readonly FooterLine[]
  /** By the path of the stop. */
  besides: Readonly<Record<string, NavBadge | null>>
}

/** Nothing is known yet, or nobody is signed in. */
export const unknownAccountStatus: AccountStatus = { money: null, budget: null, lines: [], besides: {} }

export const accountStatus = signal(unknownAccountStatus)

export const useAccountStatus = (): AccountStatus => useSyncExternalStore(accountStatus.subscribe, accountStatus.get)

/** How many conversations each ready-made view has, by its name, as far as that is known. */
export type ViewCounts = ReadonlyMap<string, number>

export const noCounts: ViewCounts = new Map()

export const viewCounts = signal(noCounts)

export const useKnownViewCounts = (): ViewCounts => useSyncExternalStore(viewCounts.subscribe, viewCounts.get)
