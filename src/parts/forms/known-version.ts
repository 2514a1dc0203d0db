import type { FlowSummary } from '#contract/flow.ts'
import { isAbsent } from '#lib/absent.ts'

/** "version 3"; '' if the service has no versions. */
export const versionWords = (version: number): string => (isAbsent(version) ? '' : `version ${version}`)

/** The same for a flow: the live version of its definition, if the service stores versions. */
export const flowVersionWords = ({
  version,
  live_version: live,
}: Pick<FlowSummary, 'version' | 'live_version'>): string => versionWords(live ?? version)

/** Text about two versions of an object: " (version 3, yours is 2)"; '' if one is unknown. */
export const versionsWords = (theirs: number, mine: number): string =>
  isAbsent(theirs) || isAbsent(mine) ? '' : ` (version ${theirs}, yours is ${mine})`

/** Version to send with a change; undefined if the service has no versions. */
export const knownVersion = (version: number | null): number | undefined => (isAbsent(version) ? undefined : version)
