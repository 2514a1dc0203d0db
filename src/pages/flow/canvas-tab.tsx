import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/me.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { CanvasBody } from './canvas-body.tsx'
import { serviceHome } from './flow-home.ts'
import { laidQuery } from './flow-view.ts'
import type { TabProps } from './tab-content.tsx'
import { useFlowChanges } from './use-flow-changes.ts'
import { LaidRunReaderMissing } from './run-not-loaded.tsx'
import type { LaidRunRead, LaidRunView } from './use-laid-run.ts'

const LaidRunReader = lazyPart(async () => (await import('./laid-run-reader.tsx')).LaidRunReader, {
  Missing: LaidRunReaderMissing,
})

const reading: LaidRunRead = { state: { is: 'loading' }, trouble: null, again: () => undefined }

/** A flow of the service on its canvas: with its runs, and what changed in it. */
export function CanvasTab({ open: { flow, data } }: TabProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const hasRun = useExtension('run_detail') && query.has('run')
  const [read, setRead] = useState<LaidRunRead | null>(null)
  const run: LaidRunView = {
    ...(read ?? reading),
    state: hasRun ? (read ?? reading).state : null,
    lay: (next) => void navigate({ search: laidQuery(query, next) }),
  }
  const changes = useFlowChanges(flow, data)
  return (
    <>
      <Suspense>
        {hasRun && <LaidRunReader over={{ id: flow.id, all: flow.counts.all, data }} onRead={setRead} />}
      </Suspense>
      <CanvasBody
        flow={flow}
        home={serviceHome(flow)}
        data={data}
        run={run}
        seen={changes?.difference ? changes.of : null}
      />
    </>
  )
}
