/** Where a flow lives, for the parts of its page: with the service, or in a file that nobody imported. */
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { fileNodePath, nodePath } from '#ui/paths.ts'

export interface FlowHome {
  /** Distinct among all flows: an id, or the key of an opened file. */
  key: string
  /** What a service knows of it; null for a file. */
  held: FlowHead | null
  /** The way to one of its nodes. */
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
