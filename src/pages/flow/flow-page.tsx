import { Suspense, useEffect } from 'react'
import { Trash2 } from 'lucide-react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '#api/errors.ts'
import { failureMeaning, LoadError } from '#parts/display/load-error.tsx'
import { NotFound } from '#shell/not-found.tsx'
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

/** Shown if the flow was deleted or never existed. */
function FlowNotFound({ id, error }: { id: string; error: ApiError }) {
  const navigate = useNavigate()
  return (
    <>
      <NotFound
        title="This flow could not be found"
        words={`${failureMeaning(error)} You may be able to restore it from the trash.`}
        action={{
          icon: <Trash2 />,
          title: 'Go to trash',
          words: 'Flows deleted in this browser.',
          onChoose: () => void navigate(paths.trash),
        }}
      />
      <Suspense>
        <ForgetFlow id={id} />
      </Suspense>
    </>
  )
}

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
      ) : flow.error.status === 404 && !flow.error.isNotOffered ? (
        <FlowNotFound id={id} error={flow.error} />
      ) : (
        <LoadError what="This flow" error={flow.error} onRetry={() => void flow.refetch()}>
          <Link className="btn md" to={paths.flows}>
            Go to flows
          </Link>
        </LoadError>
      )}
    </Page>
  )
}
