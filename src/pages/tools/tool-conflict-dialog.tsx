import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Difference } from './tool-differences.ts'

/** Someone was faster: where both versions differ, and the choice between them. Nothing is lost until one is taken. */
export function ToolConflictDialog({
  mine,
  theirs,
  differences,
  onMine,
  onTheirs,
  onClose,
}: {
  /** Versions. */
  mine: number
  theirs: number
  differences: readonly Difference[]
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
        Someone changed this tool while you were editing (version {theirs}, yours is {mine}). Nothing is lost: compare
        both and choose.
      </p>
      {differences.map(({ label, ...texts }) => (
        <section key={label} className="card px-3 py-2" aria-label={label}>
          <p className="label">{label}</p>
          {(['theirs', 'mine'] as const).map((whose) => (
            <div key={whose} className="mt-1">
              <p className="text-2xs text-text-3">{whose === 'theirs' ? `Theirs, version ${theirs}` : 'Yours'}</p>
              <p className="mono max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere">{texts[whose]}</p>
            </div>
          ))}
        </section>
      ))}
      {differences.length === 0 && <p className="text-text-2">Both say the same.</p>}
    </Dialog>
  )
}
