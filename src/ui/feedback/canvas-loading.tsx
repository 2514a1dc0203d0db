import { Delayed } from './skeleton.tsx'

/** Placeholder for a canvas that is loading, after a short delay. `words` = the current work. */
export const CanvasLoading = ({ words }: { words: string }) => (
  <Delayed>
    <div className="grid h-full flex-1 place-content-center bg-sunken text-text-3" role="status">
      {words}
    </div>
  </Delayed>
)
