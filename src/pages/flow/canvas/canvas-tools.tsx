import { Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/controls/button.tsx'
import { phone, useMedia } from '#ui/browser/media.ts'

/** Tools of the canvas: in the tab bar or, on a phone, where the tabs need all of it, over the canvas. */
export function CanvasTools({
  slot,
  onPicture,
  children,
}: {
  /** The element in the tab bar; null until it is mounted. */
  slot: HTMLElement | null
  onPicture: () => void
  /** Tools before the picture button. */
  children: ReactNode
}) {
  const isPhone = useMedia(phone)
  const tools = (
    <>
      {children}
      <IconButton label="Save picture" icon={<Image />} onClick={onPicture} />
    </>
  )
  if (!isPhone) return slot === null ? null : createPortal(tools, slot)
  return (
    // Above React Flow's attribution, beside the zoom buttons.
    <div className="absolute right-3 bottom-6 z-5 flex max-w-[calc(100%-76px)] flex-wrap justify-end gap-2 *:min-h-11! *:min-w-11! *:border-line-strong *:bg-surface">
      {tools}
    </div>
  )
}
