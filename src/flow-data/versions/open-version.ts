/** A version that was looked at in this browser, opened like any flow. */
import { hasPositions } from '#canvas/model/placement.ts'
import { countsOf } from '#flow/counts.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'
import type { ViewedFlow, ViewedVersion } from './viewed-version.ts'
import { viewedMarks, viewedText } from './version-store.ts'

export interface OpenedVersion extends ViewedVersion, Pick<FlowHead, 'counts' | 'hasPositions'> {}

/** The versions of a flow that are kept here under this name, the last one first. Rejects where storage is refused. */
export const viewedVersions = async (name: string): Promise<ViewedVersion[]> =>
  (await viewedMarks(name)).map(({ version, at }) => ({ version, at }))

/** A version of a flow, or the last one (null). Null where it is not kept. Rejects where storage is refused. */
export async function openVersion(
  name: string,
  version: number | null,
): Promise<{ head: OpenedVersion; parts: GraphParts } | null> {
  const mark = (await viewedMarks(name)).find((one) => version === null || one.version === version)
  const text = mark === undefined ? null : await viewedText(mark.key)
  if (mark === undefined || text === null) return null
  const { nodes, edges }: ViewedFlow = JSON.parse(text)
  const counts = { ...countsOf({ nodes, edges }), all: nodes.length }
  return {
    head: { version: mark.version, at: mark.at, counts, hasPositions: hasPositions(nodes) },
    parts: { nodes, edges, validation: [] },
  }
}
