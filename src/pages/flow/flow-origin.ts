/** Origin of a flow, used by the parts of its page: the service, or a file. */
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { fileNodePath, nodePath } from '#ui/paths.ts'

export interface FlowHome {
  /** Unique among all flows: an id, or the key of an opened file. */
  key: string
  /** The flow in the service; null for a file. */
  held: FlowHead | null
  /** The URL of one of its nodes. */
  nodePath: (node: string) => string
}

export const serviceHome = (flow: FlowHead): FlowHome => ({
  key: flow.id,
  held: flow,
  nodePath: (node) => nodePath(flow.id, node),
})

export const fileHome = (key: string): FlowHome => ({
  key,
  held: null,
  nodePath: (node) => fileNodePath(key, node),
})
