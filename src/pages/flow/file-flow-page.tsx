import { useParams } from 'react-router'
import { NotDrawn } from '#parts/not-drawn.tsx'
import { Page } from '#shell/page.tsx'
import { paths } from '#src/paths.ts'
import { CanvasWait } from '#ui/canvas-wait.tsx'
import { ChooseFile } from './choose-file.tsx'
import { LoadedFile } from './loaded-file.tsx'
import { useFileFlow } from './use-file-flow.ts'

/** A flow in a file, looked at and not imported: everything of it stays in this browser. The URL holds its key. */
export function FileFlowPage() {
  const { key } = useParams()
  const file = useFileFlow(key)
  if (file.data) return <LoadedFile key={key} file={file.data} />
  return (
    <Page title="Open a file" section="Flows" sectionPath={paths.flows}>
      {file.error !== null ? (
        <NotDrawn problem={file.error} />
      ) : key === undefined || file.data === null ? (
        <ChooseFile slot={key} />
      ) : (
        <CanvasWait words="Reading the flow…" />
      )}
    </Page>
  )
}
