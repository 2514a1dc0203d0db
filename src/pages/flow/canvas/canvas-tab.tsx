import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { CanvasBody } from './canvas-body.tsx'
import { serviceOrigin } from '#pages/flow/flow-origin.ts'
import { runOverlayQuery } from '#pages/flow/flow-view.ts'
import { useFailingStep } from './use-failing-step.ts'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'
import { useFlowChanges } from '#pages/flow/history/use-flow-changes.ts'
import { RunOverlayReaderMissing } from '#pages/flow/run-overlay/run-overlay-missing.tsx'
import type { RunOverlayRead, RunOverlayView } from '#pages/flow/run-overlay/use-run-overlay.ts'

const RunOverlayReader = lazyPart(
  async () => (await import('#pages/flow/run-overlay/run-overlay-reader.tsx')).RunOverlayReader,
  {
    Missing: RunOverlayReaderMissing,
  },
)

const loadingRun: RunOverlayRead = {
  state: { is: 'loading' },
  refetchError: null,
  version: null,
  refetch: () => undefined,
}

/** Canvas of a flow of the service, with run overlay and changes. */
export function CanvasTab({ open: { flow, data: unmarked, aside }, toolSlot }: TabProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const hasRun = useExtension('run_detail') && query.has('run')
  const [read, setRead] = useState<RunOverlayRead | null>(null)
  const run: RunOverlayView = {
    ...(read ?? loadingRun),
    state: hasRun ? (read ?? loadingRun).state : null,
    showRun: (next) => void navigate({ search: runOverlayQuery(query, next) }),
  }
  const changes = useFlowChanges(flow, unmarked)
  const data = useFailingStep(flow, unmarked)
  // A run is shown on the version that it used.
  const version = hasRun ? run.version : null
  return (
    <>
      <Suspense>{hasRun && <RunOverlayReader target={{ flow, data }} onRead={setRead} />}</Suspense>
      <CanvasBody
        flow={version?.head ?? flow}
        origin={serviceOrigin(flow)}
        data={version?.data ?? data}
        run={run}
        lastViewed={version === null && changes?.difference ? changes.viewed : null}
        toolSlot={toolSlot}
        aside={aside}
      />
    </>
  )
}
