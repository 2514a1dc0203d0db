/** One of two flows that are compared. */
import type { Definitions } from '#flow/diff/diff-definitions.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { SideName } from '#ui/paths.ts'

export interface ComparedSide {
  is: SideName['is']
  /** Name of the flow or file. */
  name: string
  /** The version in words; "" for a file, and if the service has no versions. */
  version: string
  data: FlowData
  /** Null if only nodes and edges are known. */
  definitions: Definitions | null
  hasPositions: boolean
}

/** A version of a flow that the service stores. */
export const flowVersionName = (flow: string, version: number): SideName => ({
  is: 'version',
  key: `${flow}@${version}`,
})
