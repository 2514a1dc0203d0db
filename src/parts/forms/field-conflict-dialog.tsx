import { ConflictDialog } from './conflict-dialog.tsx'
import type { FieldDifference } from './field-differences.ts'
import { versionsWords, versionWords } from './known-version.ts'

/** Conflict dialog with the differences between another user's saved version of an object and the user's draft. */
export function FieldConflictDialog({
  noun,
  mine,
  theirs,
  differences,
  onMine,
  onTheirs,
  onClose,
}: {
  /** What the object is called: "tool". */
  noun: string
  /** Version numbers. */
  mine: number
  theirs: number
  differences: readonly FieldDifference[]
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  return (
    <ConflictDialog
      what={`Someone changed this ${noun} while you were editing${versionsWords(theirs, mine)}.`}
      onMine={onMine}
      onTheirs={onTheirs}
      onClose={onClose}
    >
      {differences.map(({ label, ...texts }) => (
        <section key={label} className="card px-3 py-2" aria-label={label}>
          <p className="label">{label}</p>
          {(['theirs', 'mine'] as const).map((whose) => (
            <div key={whose} className="mt-1">
              <p className="text-2xs text-text-3">
                {whose === 'theirs' ? ['Theirs', versionWords(theirs)].filter(Boolean).join(', ') : 'Yours'}
              </p>
              <p className="mono max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere">{texts[whose]}</p>
            </div>
          ))}
        </section>
      ))}
      {differences.length === 0 && <p className="text-text-2">Both versions are the same.</p>}
    </ConflictDialog>
  )
}
