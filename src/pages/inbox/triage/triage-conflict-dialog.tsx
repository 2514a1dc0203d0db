import { ConflictDialog, ConflictVersion } from '#parts/forms/conflict-dialog.tsx'
import { conversationName } from '#parts/display/conversation-name.ts'
import { versionWords } from '#parts/forms/known-version.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { changeTexts, type ChangeText } from './triage-change.ts'
import type { TriageConflict } from './use-triage.ts'

function Version({ title, values }: { title: string; values: readonly ChangeText[] }) {
  return (
    <ConflictVersion title={title}>
      <dl>
        {values.map(({ name, value }) => (
          <div key={name}>
            <dt className="sr-only">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </ConflictVersion>
  )
}

/** Dialog for a change to a conversation that conflicts with another user's change. */
export function TriageConflictDialog({
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
    <ConflictDialog
      what={`Someone else changed ${conversationName(theirs)} before your change was saved.`}
      onMine={onMine}
      onTheirs={onTheirs}
      onClose={onTheirs}
    >
      <div className="flex gap-3 max-sm:flex-col">
        <Version
          title={['Theirs', versionWords(theirs.version)].filter(Boolean).join(', ')}
          values={changeTexts(theirs, change, clock)}
        />
        <Version title="Yours" values={changeTexts(mine, change, clock)} />
      </div>
    </ConflictDialog>
  )
}
