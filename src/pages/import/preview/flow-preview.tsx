import { useMemo } from 'react'
import { FlowCanvas } from '#canvas/react/flow-canvas.tsx'
import type { Finding } from '#contract/flow.ts'
import type { FileFlow } from '#files/file-result.ts'
import { LayoutStrip } from '#parts/scene/layout-strip.tsx'
import { ScenePlaceholder } from '#parts/scene/scene-placeholder.tsx'
import { DrawingError, CanvasLoading } from '#parts/scene/canvas-placeholders.tsx'
import { useScene } from '#parts/scene/use-scene.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useImportTemplate, type ImportTemplate } from './use-template.ts'

const noEdges: ReadonlySet<number> = new Set()

function DrawnFlow({
  id,
  name,
  template: { head, data },
  marks,
  shownSteps,
  currentNode,
  onChoose,
}: {
  id: string
  name: string
  template: ImportTemplate
  marks: readonly Finding[] | null
  shownSteps: ReadonlySet<number> | null
  currentNode: string | null
  onChoose: (node: string | null) => void
}) {
  const marked = useMemo(() => (marks === null ? data : data.withFindings(marks)), [data, marks])
  const shown = useMemo(() => shownSteps && { nodes: shownSteps, edges: noEdges, isSelection: true }, [shownSteps])
  const view = useScene(marked, head.hasPositions ? 'given' : 'right', null)
  if (head.counts.all === 0)
    return <EmptyState quiet title="No nodes" words="The flow has a name but no nodes." actions={[]} />
  if (view.scene === null || view.shownPlacement === null) return <ScenePlaceholder view={view} />
  return (
    <>
      <FlowCanvas
        id={id}
        name={name}
        scene={view.scene}
        placement={view.shownPlacement}
        open={null}
        onOpen={onChoose}
        chosen={currentNode}
        onChoose={onChoose}
        marked={shown}
        found={shownSteps}
        selection={null}
        runOverlay={null}
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
  marks,
  shownSteps,
  currentNode,
  onChoose,
}: {
  /** Key of the flow's row. */
  id: string
  name: string
  flow: FileFlow
  /** Findings in place of those of the file; null = none. */
  marks: readonly Finding[] | null
  /** Indexes of the steps of a group: all others are dimmed. Null = no group is shown. */
  shownSteps: ReadonlySet<number> | null
  /** The current node of canvas and review. */
  currentNode: string | null
  onChoose: (node: string | null) => void
}) {
  const { data: template, error } = useImportTemplate(id, flow)
  if (error !== null) return <DrawingError problem={error} />
  if (template === undefined) return <CanvasLoading words="Drawing the flow…" />
  return (
    <DrawnFlow
      id={id}
      name={name}
      template={template}
      marks={marks}
      shownSteps={shownSteps}
      currentNode={currentNode}
      onChoose={onChoose}
    />
  )
}
