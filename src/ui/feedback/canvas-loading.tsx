import { Delayed } from './skeleton.tsx'

/** In the place of a canvas that is on its way; nothing where that takes a moment only. `words` = what is being done. */
export const CanvasLoading = ({ words }: { words: string }) => (
  <Delayed>
    <div className="grid h-full flex-1 place-content-center bg-sunken text-text-3" role="status">
      {words}
    </div>
  </Delayed>
)
