import { Button } from '#ui/controls/button.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import type { SceneView } from './use-scene.ts'

/** Delay in ms, so that short layouts show no progress. */
const delayMs = 300

/** Progress of a long layout, with a button that cancels it. `isBelow` = another strip is above this one. */
export function LayoutStrip({ view: { progress, cancel }, isBelow }: { view: SceneView; isBelow: boolean }) {
  if (progress === null) return null
  return (
    <Delayed after={delayMs}>
      <div className={`canvas-strip ${isBelow ? 'mt-11' : ''}`}>
        <div className="pointer-events-auto flex min-w-0 items-center gap-3 rounded-md border border-line-strong bg-surface py-0.5 pr-1 pl-3">
          <progress className="part-done w-24!" max={1} value={progress} aria-label="Laying out" />
          <span className="tabular-nums">
            <span role="status">Laying out…</span> {Math.round(progress * 100)}%
          </span>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </div>
    </Delayed>
  )
}
