import { FlowCanvas } from '#canvas/react/flow-canvas.tsx'
import type { FileFlow } from '#files/file-result.ts'
import { LayoutStrip } from '#parts/scene/layout-strip.tsx'
import { ScenePlaceholder } from '#parts/scene/scene-placeholder.tsx'
import { DrawingError, CanvasLoading } from '#parts/scene/canvas-placeholders.tsx'
import { useScene } from '#parts/scene/use-scene.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useImportTemplate, type ImportTemplate } from './use-template.ts'

function Drawn({
  id,
  name,
  opened: { head, data },
  chosen,
  onChoose,
}: {
  id: string
  name: string
  opened: ImportTemplate
  chosen: string | null
  onChoose: (node: string | null) => void
}) {
  const view = useScene(data, head.hasPositions ? 'given' : 'right', null)
  if (head.counts.all === 0) return <EmptyState title="No nodes" words="The flow has a name but no nodes." ways={[]} />
  if (view.scene === null || view.shown === null) return <ScenePlaceholder view={view} />
  return (
    <>
      <FlowCanvas
        id={id}
        name={name}
        scene={view.scene}
        placement={view.shown}
        open={null}
        onOpen={onChoose}
        chosen={chosen}
        onChoose={onChoose}
        marked={null}
        selection={null}
        laid={null}
        onPath={() => null}
      />
      <LayoutStrip view={view} isBelow={false} />
    </>
  )
}

/** A flow from a file on its canvas, before the import. */
export function FlowPreview({
  id,
  name,
  flow,
  chosen,
  onChoose,
}: {
  /** Key of the flow's row. */
  id: string
  name: string
  flow: FileFlow
  /** The current node of canvas and review. */
  chosen: string | null
  onChoose: (node: string | null) => void
}) {
  const { data: opened, error } = useImportTemplate(id, flow)
  if (error !== null) return <DrawingError problem={error} />
  if (opened === undefined) return <CanvasLoading words="Drawing the flow…" />
  return <Drawn id={id} name={name} opened={opened} chosen={chosen} onChoose={onChoose} />
}
