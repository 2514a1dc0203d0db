import { LayoutGrid } from 'lucide-react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DrawingError, CanvasLoading } from './canvas-placeholders.tsx'
import type { SceneView } from './use-scene.ts'

/** Placeholder for the canvas while the flow is loading, if it cannot be drawn, or if its layout was cancelled. */
export function ScenePlaceholder({ view: { problem, isCancelled, restart } }: { view: SceneView }) {
  if (isCancelled)
    return (
      <div className="flex h-full">
        <EmptyState
          quiet
          title="Not laid out"
          words="The layout was cancelled. Outline and search still work."
          actions={[
            {
              icon: <LayoutGrid />,
              title: 'Lay out',
              words: 'A large flow takes a few seconds.',
              onChoose: restart,
            },
          ]}
        />
      </div>
    )
  if (problem === null) return <CanvasLoading words="Drawing the flow…" />
  return <DrawingError problem={problem} />
}
