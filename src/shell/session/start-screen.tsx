import { Logo } from '#ui/feedback/logo.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'

/** Until it is known who is there: nothing at first, then the mark. */
export function StartScreen() {
  return (
    <Delayed>
      <output className="grid min-h-dvh place-items-center" aria-label="Starting">
        <Logo size={40} />
      </output>
    </Delayed>
  )
}
