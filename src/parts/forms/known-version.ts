import { isAbsent } from '#lib/absent.ts'

/** "version 3"; '' where the service counts none. */
export const versionWords = (version: number): string => (isAbsent(version) ? '' : `version ${version}`)

/** What is said of two versions of one thing where both are counted: " (version 3, yours is 2)"; otherwise ''. */
export const versionsWords = (theirs: number, mine: number): string =>
  isAbsent(theirs) || isAbsent(mine) ? '' : ` (version ${theirs}, yours is ${mine})`

/** The version that a change is meant for; undefined where the service counts none: it is then not sent. */
export const knownVersion = (version: number | null): number | undefined => (isAbsent(version) ? undefined : version)
