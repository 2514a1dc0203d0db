import { useMemo } from 'react'
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import { FlowCanvas } from '#canvas/react/flow-canvas.tsx'
import { useChosenNode } from '#canvas/selection/use-chosen-node.ts'
import type { ViewLink } from '#canvas/react/view-link.ts'
import { LayoutStrip } from '#parts/scene/layout-strip.tsx'
import { ScenePlaceholder } from '#parts/scene/scene-placeholder.tsx'
import type { SceneView } from '#parts/scene/use-scene.ts'
import type { ChangeKind } from '#flow-data/compare/change-lines.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/**
 * The marks of a difference, filtered by kind. Hidden kinds look unchanged. Unchanged nodes are dimmed, unless the kind
 * `same` is shown or nothing has changed.
 */
function shownChanges({ nodes, edges, moves }: ChangeMarks, kinds: readonly ChangeKind[]): ChangeMarks {
  const shown = (marks: ReadonlyMap<number, ChangeMark>) =>
    new Map([...marks].filter(([, kind]) => kinds.includes(kind)))
  return {
    nodes: shown(nodes),
    edges: shown(edges),
    moves,
    isSamePlain: kinds.includes('same') || nodes.size + edges.size === 0,
  }
}

/** A flow with the marks of its difference. */
export function ComparedCanvas({
  id,
  name,
  view,
  bounds = null,
  changes,
  kinds,
  open,
  onOpen,
  link = null,
}: {
  /** Name under which the viewport is stored. */
  id: string
  name: string
  view: SceneView
  /** Initial area of viewport and minimap; null = that of the flow. */
  bounds?: Box | null
  changes: ChangeMarks
  kinds: readonly ChangeKind[]
  /** The node of the current line. */
  open: string | null
  onOpen: (id: string | null) => void
  link?: ViewLink | null
}) {
  const at = useChosenNode(open)
  const marks = useMemo(() => shownChanges(changes, kinds), [changes, kinds])
  const scene = useMemo(
    () => (view.scene === null || bounds === null ? view.scene : { ...view.scene, bounds }),
    [view.scene, bounds],
  )
  if (scene === null) return <ScenePlaceholder view={view} />
  return (
    <>
      <LayoutStrip view={view} isBelow={false} />
      <FlowCanvas
        id={id}
        name={name}
        scene={scene}
        placement="given"
        open={open}
        onOpen={onOpen}
        chosen={at.chosen}
        onChoose={at.choose}
        marked={null}
        selection={null}
        runOverlay={null}
        onPath={() => null}
        changes={marks}
        link={link}
      />
    </>
  )
}
