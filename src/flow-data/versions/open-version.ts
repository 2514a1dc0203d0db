/** Opens a viewed version of a flow. */
import { hasPositions } from '#canvas/model/placement.ts'
import { headCounts, type FlowHead } from '#flow-data/model/flow-head.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'
import { viewedMarks, viewedText, type ViewedFlow, type ViewedVersion } from './version-store.ts'

export interface OpenedVersion extends ViewedVersion, Pick<FlowHead, 'counts' | 'hasPositions'> {}

/** The stored versions of a flow under this name, last one first. Rejects if storage is unavailable. */
export const viewedVersions = async (name: string): Promise<ViewedVersion[]> =>
  (await viewedMarks(name)).map(({ version, at }) => ({ version, at }))

/** A version of a flow, or the last one (null). Null if it is not stored. Rejects if storage is unavailable. */
export async function openVersion(
  name: string,
  version: number | null,
): Promise<{ head: OpenedVersion; parts: GraphParts } | null> {
  const mark = (await viewedMarks(name)).find((one) => version === null || one.version === version)
  const text = mark === undefined ? null : await viewedText(mark.key)
  if (mark === undefined || text === null) return null
  const { nodes, edges }: ViewedFlow = JSON.parse(text)
  return {
    head: {
      version: mark.version,
      at: mark.at,
      counts: headCounts({ nodes, edges }),
      hasPositions: hasPositions(nodes),
    },
    parts: { nodes, edges, validation: [] },
  }
}
