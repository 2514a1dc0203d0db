import { Suspense, useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError } from '#api/errors.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { Page } from '#shell/page.tsx'
import { paths } from '#ui/paths.ts'
import { tabOf } from './flow-view.ts'
import { LoadedFlow } from './loaded-flow.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { DrawingError, CanvasLoading } from '#parts/scene/canvas-placeholders.tsx'
import { loadTab } from './flow-tabs.tsx'
import { useFlow } from './use-open-flow.ts'

const ForgetFlow = lazyPart(async () => (await import('#parts/flows/star-button.tsx')).ForgetFlow)

const Loading = () => <CanvasLoading words="Loading flow…" />

/** One flow. The URL contains the open tab and the open node. */
export function FlowPage() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const flow = useFlow(id)
  const tab = tabOf(query)
  useEffect(() => loadTab(tab), [tab])
  if (flow.data !== undefined) return <LoadedFlow key={id} query={flow} latest={flow.data} />
  return (
    <Page title="Flow" section="Flows" sectionPath={paths.flows}>
      {flow.error === null ? (
        <Loading />
      ) : !(flow.error instanceof ApiError) ? (
        // Not an error of the service: the worker that was reading the flow ended.
        <DrawingError problem={flow.error} />
      ) : (
        <LoadError what="This flow" error={flow.error} onRetry={() => void flow.refetch()}>
          <Link className="btn md" to={paths.flows}>
            Go to flows
          </Link>
          {flow.error.status === 404 && (
            <Suspense>
              <ForgetFlow id={id} />
            </Suspense>
          )}
        </LoadError>
      )}
    </Page>
  )
}
