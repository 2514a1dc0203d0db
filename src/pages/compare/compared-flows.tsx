import { useMemo, useState } from 'react'
import type { SceneData } from '#canvas/scene/scene.ts'
import { ViewLink } from '#canvas/react/view-link.ts'
import { useScene } from '#parts/scene/use-scene.ts'
import { ComparedCanvas } from '#parts/compare/compared-canvas.tsx'
import { canvasNameOf, UnionCanvas, type ComparedProps } from '#parts/compare/union-canvas.tsx'
import { DifferencePanel } from '#parts/compare/difference-panel.tsx'
import { useComparedPosition } from '#parts/compare/use-compared-position.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** The bounding box of both flows. */
function unionBounds({ bounds: a }: SceneData, { bounds: b }: SceneData): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)]
  return { x, y, width: right - x, height: bottom - y }
}

/** Both flows side by side; their viewports are linked if both have positions. */
function TwoCanvases({ compared, view, place, before, after }: ComparedProps) {
  const [viewLink] = useState(() => new ViewLink())
  const link = before.hasPositions && after.hasPositions ? viewLink : null
  const left = useScene(compared.before, 'given', null)
  const right = useScene(compared.after, 'given', null)
  const bounds = useMemo(
    () => (link === null || left.scene === null || right.scene === null ? null : unionBounds(left.scene, right.scene)),
    [link, left.scene, right.scene],
  )
  const each = [
    { as: 'earlierId', word: 'Before', side: before, scene: left, changes: compared.summary.before },
    { as: 'laterId', word: 'After', side: after, scene: right, changes: compared.summary.after },
  ] as const
  return (
    <div className="compare-two">
      {each.map(({ as, word, side, scene, changes }) => (
        <section key={as} className="flow-canvas relative flex min-h-0 min-w-0 flex-col" aria-label={word}>
          <h2 className="flex-none truncate border-b border-line bg-surface px-4 py-1.5 text-xs text-text-2">
            {word}: <span dir="auto">{side.name}</span>
          </h2>
          <div className="relative min-h-0 flex-1">
            <ComparedCanvas
              id={canvasNameOf({ before, after }, as)}
              name={`${word}: ${side.name}`}
              view={scene}
              bounds={bounds}
              changes={changes}
              kinds={view.kinds}
              open={place.ids[as]}
              onOpen={(id) => place.goToNode(id, as)}
              link={link}
            />
          </div>
        </section>
      ))}
    </div>
  )
}

/** Two compared flows: canvases with the list of differences beside them, or only the list. */
export function ComparedFlows({ compared, view, before, after }: Omit<ComparedProps, 'place'>) {
  const place = useComparedPosition(compared, view)
  const all = { compared, view, before, after, place }
  return (
    <div className="flow-body compare-body">
      {view.form === 'canvas' && <UnionCanvas {...all} />}
      {view.form === 'side' && <TwoCanvases {...all} />}
      <DifferencePanel
        compared={compared}
        view={view}
        place={place}
        className={view.form === 'list' ? 'compare-list' : 'compare-panel'}
      />
    </div>
  )
}
