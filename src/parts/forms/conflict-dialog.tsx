import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/** One of the two versions that are shown side by side. */
export function ConflictVersion({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card min-w-0 flex-1 px-3 py-2" aria-label={title}>
      <p className="text-xs text-text-3">{title}</p>
      {children}
    </section>
  )
}

/** Dialog for conflicting changes: shows both versions and asks which one to keep. */
export function ConflictDialog({
  what,
  children,
  onMine,
  onTheirs,
  onClose,
}: {
  /** First sentence: what happened. */
  what: string
  /** Both versions, or their differences. */
  children: ReactNode
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Which version do you want to keep?"
      onClose={onClose}
      actions={
        <>
          <Button size="md" data-autofocus onClick={onTheirs}>
            Keep their version
          </Button>
          <Button size="md" variant="primary" onClick={onMine}>
            Keep my version
          </Button>
        </>
      }
    >
      <p className="text-text-2">{what} Compare both versions and choose one.</p>
      {children}
    </Dialog>
  )
}
