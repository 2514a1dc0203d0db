import { useMemo } from 'react'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFailingIncident } from '#parts/flows/use-flow-incidents.ts'

/** The flow with a mark at the step at which most runs fail, while it fails. */
export function useFailingStep(flow: FlowHead, data: FlowData): FlowData {
  const failing = useFailingIncident(flow)
  const { figures: { node } = {}, message = '' } = failing ?? {}
  return useMemo(
    () =>
      node === undefined
        ? data
        : data.withFindings([{ level: 'error', code: 'failing', message, node_id: node }, ...flow.validation]),
    [data, node, message, flow.validation],
  )
}
