import type { ComparedData } from '#flow-data/flow-data.ts'
import { useScene } from '#parts/scene/use-scene.ts'
import type { CompareView } from './compare-view.ts'
import { ComparedCanvas } from './compared-canvas.tsx'
import type { ComparedSide } from './compared-side.ts'
import type { ComparedPosition } from './use-compared-position.ts'

export interface ComparedProps {
  compared: ComparedData
  view: CompareView
  before: ComparedSide
  after: ComparedSide
  place: ComparedPosition
}

/** Name under which a canvas stores its viewport, independent of the options. */
export const canvasNameOf = ({ before, after }: Pick<ComparedProps, 'before' | 'after'>, what: string): string =>
  `compared ${what} ${before.data.key} ${after.data.key}`

/** The union of both flows, with the marks of their differences. */
export function UnionCanvas({
  compared: { union, after: afterOnly, summary: told },
  view,
  place,
  ...sides
}: ComparedProps) {
  // If removed parts are hidden, only the later flow is drawn, at the same positions.
  const data = view.kinds.includes('removed') ? union : afterOnly
  return (
    <section className="flow-canvas relative min-h-0 min-w-0 flex-1" aria-label="Canvas with both flows">
      <ComparedCanvas
        id={canvasNameOf(sides, 'both')}
        name={`${sides.before.name} and ${sides.after.name}`}
        view={useScene(data, 'given', null)}
        changes={told.union}
        kinds={view.kinds}
        open={place.ids.node}
        onOpen={(id) => place.goToNode(id, 'node')}
      />
    </section>
  )
}
