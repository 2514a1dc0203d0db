/** A version that was looked at in this browser, opened like any flow. */
import { hasPositions } from '#canvas/model/placement.ts'
import { countsOf } from '#flow/counts.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { FlowParts } from '#flow-data/model/memoized-flow.ts'
import type { SeenFlow, SeenVersion } from './viewed-version.ts'
import { seenMarks, seenText } from './version-store.ts'

export interface OpenedSeen extends SeenVersion, Pick<FlowHead, 'counts' | 'hasPositions'> {}

/** The versions of a flow that are kept here under this name, the last one first. Rejects where storage is refused. */
export const seenVersions = async (name: string): Promise<SeenVersion[]> =>
  (await seenMarks(name)).map(({ version, at }) => ({ version, at }))

/** A version of a flow, or the last one (null). Null where it is not kept. Rejects where storage is refused. */
export async function openSeen(
  name: string,
  version: number | null,
): Promise<{ head: OpenedSeen; parts: FlowParts } | null> {
  const mark = (await seenMarks(name)).find((one) => version === null || one.version === version)
  const text = mark === undefined ? null : await seenText(mark.key)
  if (mark === undefined || text === null) return null
  const { nodes, edges }: SeenFlow = JSON.parse(text)
  const counts = { ...countsOf({ nodes, edges }), all: nodes.length }
  return {
    head: { version: mark.version, at: mark.at, counts, hasPositions: hasPositions(nodes) },
    parts: { nodes, edges, validation: [] },
  }
}
