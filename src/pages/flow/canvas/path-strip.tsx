import { Spline, X } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import type { FlowPath } from './use-flow-path.ts'

/** Says over the canvas which path is drawn on it, and takes it away. */
export function PathStrip({ path: { shown, show } }: { path: FlowPath }) {
  return (
    // There before it has anything to say: only then is what comes read out.
    <div role="status" className="canvas-strip">
      {shown !== null && (
        <p className="flex min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface py-0.5 pr-1 pl-3">
          <Spline className="s flex-none text-accent" />
          <span className="min-w-0 wrap-anywhere">{shown.words}</span>
          <IconButton label="Clear the path" icon={<X />} onClick={() => show(null)} />
        </p>
      )}
    </div>
  )
}
