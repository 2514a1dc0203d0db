import { useZone } from '#parts/zone.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useNow } from '#ui/now.ts'
import { valuesOf, type SaidChange } from './triage-change.ts'
import type { TriageConflict } from './use-triage.ts'

function Version({ title, values }: { title: string; values: readonly SaidChange[] }) {
  return (
    <section className="card min-w-0 flex-1 px-3 py-2" aria-label={title}>
      <p className="text-xs text-text-3">{title}</p>
      <dl>
        {values.map(({ name, value }) => (
          <div key={name}>
            <dt className="sr-only">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Someone was faster: both versions of what was to be changed, and the choice between them. */
export function ConflictDialog({
  conflict,
  onMine,
  onTheirs,
}: {
  conflict: TriageConflict
  onMine: () => void
  onTheirs: () => void
}) {
  const clock = { now: useNow(), zone: useZone() }
  const { mine, theirs, change } = conflict
  return (
    <Dialog
      title="Which version holds?"
      onClose={onTheirs}
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
        Someone changed #{theirs.number} while you were looking at it. Nothing is lost: compare both and choose.
      </p>
      <div className="flex gap-3 max-sm:flex-col">
        <Version title={`Theirs, version ${theirs.version}`} values={valuesOf(theirs, change, clock)} />
        <Version title="Yours" values={valuesOf(mine, change, clock)} />
      </div>
    </Dialog>
  )
}
