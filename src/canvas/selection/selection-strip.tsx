import { Image, SquareDashedMousePointer, X, ZoomIn } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'

/** Says over the canvas what is selected, and what can be done with it. `words` null = nothing is selected. */
export function SelectionStrip({
  words,
  onZoom,
  onPicture,
  onClear,
}: {
  words: string | null
  /** Null where nothing lies in the area. */
  onZoom: (() => void) | null
  onPicture: (() => void) | null
  onClear: () => void
}) {
  return (
    // There before it has anything to say: only then is what comes read out.
    <div role="status" className="canvas-strip">
      {words !== null && (
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line-strong bg-surface py-0.5 pr-1 pl-3">
          <SquareDashedMousePointer className="s flex-none text-accent" />
          <span className="min-w-0 wrap-anywhere">{words}</span>
          {onZoom !== null && (
            <Button look="quiet" icon={<ZoomIn />} onClick={onZoom}>
              Zoom to selection
            </Button>
          )}
          {onPicture !== null && (
            <Button look="quiet" icon={<Image />} onClick={onPicture}>
              Save picture
            </Button>
          )}
          <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
        </p>
      )}
    </div>
  )
}
