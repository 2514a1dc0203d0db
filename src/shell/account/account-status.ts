/**
 * Account status for the frame: badges in the navigation, lines in its footer, and banners. account-status-reader.tsx,
 * which fills it, loads after the page.
 */
import { useSyncExternalStore } from 'react'
import { signal } from '#lib/signal.ts'

/** Badge of a navigation item; `tone` null = a count that needs no action. */
export interface NavBadge {
  count: string
  /** Accessible description of the number. */
  words: string
  tone: 'bad' | 'warn' | null
}

export interface BannerWords {
  /** What has happened. */
  title: string
  /** Its meaning and remedy. */
  words: string
  isBad: boolean
}

/** A line in the footer of the navigation. */
export interface FooterLine {
  name: string
  value: string
  strong?: boolean
}

export interface AccountStatus {
  /** Banner if the balance is low or used up, or the account is blocked; else null. */
  money: BannerWords | null
  /** Banner about the budget that is used up most, if it has reached a threshold; else null. */
  budget: BannerWords | null
  /** Balance and its runway; empty if unknown. */
  lines: readonly FooterLine[]
  /** By the path of the navigation item. */
  badges: Readonly<Record<string, NavBadge | null>>
}

/** Nothing is known yet, or the user is not signed in. */
export const unknownAccountStatus: AccountStatus = { money: null, budget: null, lines: [], badges: {} }

export const accountStatus = signal(unknownAccountStatus)

export const useAccountStatus = (): AccountStatus => useSyncExternalStore(accountStatus.subscribe, accountStatus.get)

/** Number of conversations in each built-in view, by its name, as far as known. */
export type ViewCounts = ReadonlyMap<string, number>

export const noCounts: ViewCounts = new Map()

export const viewCounts = signal(noCounts)

export const useKnownViewCounts = (): ViewCounts => useSyncExternalStore(viewCounts.subscribe, viewCounts.get)
