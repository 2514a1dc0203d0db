import { CanvasBody } from './canvas-body.tsx'
import { serviceHome } from './flow-home.ts'
import type { TabProps } from './tab-content.tsx'
import { useFlowChanges } from './use-flow-changes.ts'
import { useLaidRun } from './use-laid-run.ts'

/** A flow of the service on its canvas: with its runs, and what changed in it. */
export function CanvasTab({ open: { flow, data } }: TabProps) {
  const run = useLaidRun({ id: flow.id, all: flow.counts.all, data })
  const changes = useFlowChanges(flow, data)
  return (
    <CanvasBody
      flow={flow}
      home={serviceHome(flow)}
      data={data}
      run={run}
      seen={changes?.difference ? changes.of : null}
    />
  )
}
