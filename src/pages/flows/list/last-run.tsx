import type { FlowSummary } from '#contract/flow.ts'
import { isAbsent } from '#lib/absent.ts'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { Absent } from '#ui/feedback/absent.tsx'

/** Whether a flow never ran. If the service gives no run count, a missing last run may just be unknown. */
const neverRan = ({ last_run_at: at, run_count: runs }: FlowSummary): boolean => at === null && !isAbsent(runs)

export function LastRun({ flow }: { flow: FlowSummary }) {
  const { last_run_at: at, last_run_status: status } = flow
  if (neverRan(flow)) return <span className="text-text-3">Never ran</span>
  if (!at && !status) return <Absent />
  return (
    <span className="flex items-center gap-1.5 text-text-2">
      {status && <RunStatusBadge status={status} iconOnly />}
      {status === 'running' ? 'Running now' : <TimeText at={at} />}
    </span>
  )
}
