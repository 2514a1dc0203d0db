import type { FlowSummary } from '#contract/flow.ts'
import { FlowStatusBadge } from '#parts/display/status.tsx'
import { useZone } from '#parts/display/zone.ts'
import { budgetPauseWords } from '#parts/flows/budget-pause-words.ts'
import { useNow } from '#ui/browser/now.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'

/** The status of a flow; if a budget paused it, with the reason in a tooltip, as on the page of the flow. */
export function FlowStatusCell({ flow, boxed = false }: { flow: FlowSummary; boxed?: boolean }) {
  const now = useNow()
  const zone = useZone()
  const words = budgetPauseWords(flow, { now, zone })
  return (
    <Tooltip words={words}>
      <span>
        <FlowStatusBadge status={flow.status} boxed={boxed} />
        {words !== null && <span className="sr-only">{words}</span>}
      </span>
    </Tooltip>
  )
}
