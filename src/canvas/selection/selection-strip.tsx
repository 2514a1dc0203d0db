import { Image, SquareDashedMousePointer, X, ZoomIn } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'

/** Strip over the canvas with the selection and its actions. `words` null = nothing is selected. */
export function SelectionStrip({
  words,
  onZoom,
  onPicture,
  onClear,
}: {
  words: string | null
  /** Null if the area is empty. */
  onZoom: (() => void) | null
  onPicture: (() => void) | null
  onClear: () => void
}) {
  return (
    // Mounted before it has content: otherwise screen readers do not announce it.
    <div role="status" className="canvas-strip">
      {words !== null && (
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line-strong bg-surface py-0.5 pr-1 pl-3">
          <SquareDashedMousePointer className="s flex-none text-accent" />
          <span className="min-w-0 wrap-anywhere">{words}</span>
          {onZoom !== null && (
            <Button variant="quiet" icon={<ZoomIn />} onClick={onZoom}>
              Zoom to selection
            </Button>
          )}
          {onPicture !== null && (
            <Button variant="quiet" icon={<Image />} onClick={onPicture}>
              Save picture
            </Button>
          )}
          <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
        </p>
      )}
    </div>
  )
}
