import { isAbsent } from '#lib/absent.ts'

/** "version 3"; '' if the service has no versions. */
export const versionWords = (version: number): string => (isAbsent(version) ? '' : `version ${version}`)

/** Text about two versions of an object if both have a number: " (version 3, yours is 2)"; otherwise ''. */
export const versionsWords = (theirs: number, mine: number): string =>
  isAbsent(theirs) || isAbsent(mine) ? '' : ` (version ${theirs}, yours is ${mine})`

/** The version that a change expects; undefined if the service has no versions: it is then not sent. */
export const knownVersion = (version: number | null): number | undefined => (isAbsent(version) ? undefined : version)
