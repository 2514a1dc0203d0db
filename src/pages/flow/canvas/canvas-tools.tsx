import { Image } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Placement } from '#canvas/model/placement.ts'
import { IconButton } from '#ui/controls/button.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const PictureDialog = lazyPart(async () => (await import('./picture-dialog.tsx')).PictureDialog)

/** Tools of the canvas, in the tab bar. */
export function CanvasTools({
  slot,
  name,
  data,
  placement,
  node,
  children,
}: {
  /** The element in the tab bar; null until it is mounted. */
  slot: HTMLElement | null
  /** Name of the flow. */
  name: string
  data: FlowData
  placement: Placement
  /** The open node; null = none. */
  node: string | null
  /** Tools before the picture button. */
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  if (slot === null) return null
  return createPortal(
    <>
      {children}
      <IconButton label="Save picture" icon={<Image />} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && (
          <PictureDialog
            name={name}
            data={data}
            placement={placement}
            part={node === null ? null : { is: 'around', id: node }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>,
    slot,
  )
}
