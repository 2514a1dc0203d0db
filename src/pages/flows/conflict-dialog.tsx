import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { FlowVersion } from './flow-conflict.ts'

function Version({ title, name, description }: { title: string; name: string; description: string | null }) {
  return (
    <section className="card min-w-0 flex-1 px-3 py-2" aria-label={title}>
      <p className="text-xs text-text-3">{title}</p>
      <p className="font-medium break-words">{name}</p>
      {description !== null && <p className="break-words whitespace-pre-line text-text-2">{description || '—'}</p>}
    </section>
  )
}

/** Someone was faster: both versions, and the choice between them. Nothing is lost until one is taken. */
export function ConflictDialog({
  mine,
  theirs,
  onMine,
  onTheirs,
  onClose,
}: {
  /** `description` is null where only the name was to be changed. */
  mine: { name: string; description: string | null; version: number }
  theirs: FlowVersion
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Which version holds?"
      onClose={onClose}
      actions={
        <>
          <Button size="md" data-autofocus onClick={onTheirs}>
            Keep theirs
          </Button>
          <Button size="md" look="primary" onClick={onMine}>
            Use mine
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        Someone changed this flow while you were editing (version {theirs.version}, yours is {mine.version}). Nothing is
        lost: compare both and choose.
      </p>
      <div className="flex gap-3 max-sm:flex-col">
        <Version
          title={`Theirs, version ${theirs.version}`}
          name={theirs.name}
          description={mine.description === null ? null : theirs.description}
        />
        <Version title="Yours" name={mine.name} description={mine.description} />
      </div>
    </Dialog>
  )
}
