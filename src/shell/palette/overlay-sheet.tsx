import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { closeOverlay } from './open-overlay.ts'

/** A wide dialog to read, such as Help, with a button that closes it after its other actions. */
export function OverlaySheet({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog
      title={title}
      className="sheet"
      onClose={closeOverlay}
      actions={
        <>
          {actions}
          <Button size="md" data-autofocus="" onClick={closeOverlay}>
            Close
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
