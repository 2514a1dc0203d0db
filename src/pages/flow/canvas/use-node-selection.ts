import { useMemo, useState } from 'react'
import type { MarkedPath } from '#canvas/scene/node-emphasis.ts'
import { idAt, type Scene } from '#canvas/scene/scene.ts'
import { selectedGraph } from '#canvas/selection/selection.ts'
import type { FlowData } from '#flow-data/flow-data.ts'

export interface NodeSelection {
  /** The selected nodes with the edges between them; null = none. */
  selected: MarkedPath | null
  select: (places: ReadonlySet<number> | null) => void
  /** Ids of the selected nodes. */
  ids: () => string[]
}

/** Selected nodes on the canvas; cleared when the flow changes. */
export function useNodeSelection(data: FlowData, scene: Scene | null): NodeSelection {
  const [state, setState] = useState<{ of: FlowData; places: ReadonlySet<number> | null }>({ of: data, places: null })
  const places = state.of === data ? state.places : null
  const selected = useMemo(() => places && scene && selectedGraph(scene, places), [scene, places])
  return {
    selected,
    select: (next) => setState({ of: data, places: next }),
    ids: () => (scene === null || places === null ? [] : [...places].map((place) => idAt(scene, place))),
  }
}
