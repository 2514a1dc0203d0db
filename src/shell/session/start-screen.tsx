import { Logo } from '#ui/feedback/logo.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'

/** Shown until the user is known: empty at first, then the logo. */
export function StartScreen() {
  return (
    <Delayed>
      <output className="grid min-h-dvh place-items-center" aria-label="Starting">
        <Logo size={40} />
      </output>
    </Delayed>
  )
}
