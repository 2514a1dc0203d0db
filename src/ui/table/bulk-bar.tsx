import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import './bulk-bar.css'
import { IconButton } from '#ui/controls/button.tsx'

/** Actions for the selected rows. It floats over the list without moving it. */
export function BulkBar({
  label,
  words,
  box,
  onClear,
  children,
}: {
  /** Accessible name: "Selected flows". */
  label: string
  /** Number of selected rows, in words. */
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
