import { Suspense, useEffect, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { DrawingError, CanvasLoading } from '#parts/scene/canvas-placeholders.tsx'
import { Page } from '#shell/page.tsx'
import { paths } from '#ui/paths.ts'
import { ChooseFile } from './choose-file.tsx'
import { useFileFlow } from './use-file-flow.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** The code that shows a flow is only loaded once a file is opened. */
const LoadedFile = lazyPart(async () => (await import('./loaded-file.tsx')).LoadedFile)
/** Preloads the code that reads and holds files: the service may be down later. */
const loadAll = () => void Promise.allSettled([import('#flow-data/flow-data.ts'), import('#files/read-files.ts')])

const waiting = <CanvasLoading words="Loading flow…" />

const Opening = ({ children }: { children: ReactNode }) => (
  <Page title="Open a file" section="Flows" sectionPath={paths.flows}>
    {children}
  </Page>
)

/** A flow in a file, viewed without an import: all its data stay in this browser. The URL contains its key. */
export function FileFlowPage() {
  const { key } = useParams()
  const file = useFileFlow(key)
  useEffect(loadAll, [])
  if (file.data)
    return (
      <Suspense fallback={<Opening>{waiting}</Opening>}>
        <LoadedFile key={key} file={file.data} />
      </Suspense>
    )
  if (file.error !== null)
    return (
      <Opening>
        <DrawingError problem={file.error} />
      </Opening>
    )
  return <Opening>{key === undefined || file.data === null ? <ChooseFile requestedKey={key} /> : waiting}</Opening>
}
