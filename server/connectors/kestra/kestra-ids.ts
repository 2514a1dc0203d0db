/** Ids of Kestra's objects in the contract. Pure. */
import { notFound } from '#server/base/fault.ts'

/** Between namespace and id. Neither can contain it, and it needs no escape in a URL; links write it as "/". */
const separator = '~'

export interface FlowKey {
  namespace: string
  flowId: string
}

export const idOfFlow = ({ namespace, flowId }: FlowKey): string => `${namespace}${separator}${flowId}`

/** Throws 404 for an id that no flow of Kestra can have. */
export function keyOfFlow(id: string): FlowKey {
  const [namespace = '', flowId = '', ...more] = id.split(separator)
  if (namespace === '' || flowId === '' || more.length > 0) throw notFound('flow')
  return { namespace, flowId }
}

/** Path of a flow below the tenant: the same for flows and for their executions. */
export const pathOfFlow = ({ namespace, flowId }: FlowKey): string =>
  `${encodeURIComponent(namespace)}/${encodeURIComponent(flowId)}`

export const idOfTrigger = (key: FlowKey, trigger: string): string => `${idOfFlow(key)}${separator}${trigger}`
