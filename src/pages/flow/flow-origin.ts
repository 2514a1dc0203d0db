/** Origin of a flow, used by the parts of its page: the service, or a file. */
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { fileNodePath, nodePath } from '#ui/paths.ts'

export interface FlowOrigin {
  /** Unique among all flows: an id, or the key of an opened file. */
  key: string
  /** The flow in the service; null for a file. */
  serviceFlow: FlowHead | null
  /** The URL of one of its nodes. */
  nodePath: (node: string) => string
}

export const serviceOrigin = (flow: FlowHead): FlowOrigin => ({
  key: flow.id,
  serviceFlow: flow,
  nodePath: (node) => nodePath(flow.id, node),
})

export const fileOrigin = (key: string): FlowOrigin => ({
  key,
  serviceFlow: null,
  nodePath: (node) => fileNodePath(key, node),
})
