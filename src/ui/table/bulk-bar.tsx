import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import './bulk-bar.css'
import { IconButton } from '#ui/controls/button.tsx'

/** What can be done with the selected rows. It floats over the list and moves nothing. */
export function BulkBar({
  label,
  words,
  box,
  onClear,
  children,
}: {
  /** Names the bar: "Selected flows". */
  label: string
  /** How many are selected. */
  words: string
  box?: RefObject<HTMLElement | null>
  onClear: () => void
  children: ReactNode
}) {
  return (
    <section ref={box} className="bulk-bar" aria-label={label}>
      <b className="font-semibold whitespace-nowrap" role="status">
        {words}
      </b>
      {children}
      <span className="rule" />
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
    </section>
  )
}
