import { z } from 'zod'
import { ConflictDialog, ConflictVersion } from '#parts/forms/conflict-dialog.tsx'
import { versionsWords } from '#parts/forms/known-version.ts'
import type { ApiError } from '#api/errors.ts'

const Current = z.object({
  name: z.string(),
  description: z.string(),
  version: z.int(),
  live_version: z.int().optional(),
})
export type FlowVersion = z.infer<typeof Current>

/** The current version of the flow, from a conflict response; null for any other error. */
export function currentOf(error: ApiError): FlowVersion | null {
  if (error.status !== 409 && error.status !== 412) return null
  const current = Current.safeParse(error.current)
  return current.success ? current.data : null
}

function Version({ title, name, description }: { title: string; name: string; description: string | null }) {
  return (
    <ConflictVersion title={title}>
      <p className="font-medium break-words">{name}</p>
      {description !== null && <p className="break-words whitespace-pre-line text-text-2">{description || '—'}</p>}
    </ConflictVersion>
  )
}

/** Conflict dialog with name and description of a flow, in another user's saved version and in the user's draft. */
export function FlowConflictDialog({
  mine,
  theirs,
  onMine,
  onTheirs,
  onClose,
}: {
  /** `description` is null if only the name was changed. */
  mine: { name: string; description: string | null; version: number }
  theirs: FlowVersion
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  // Then the number says how often the flow was changed, not which version of its definition it has.
  const hasReleases = theirs.live_version !== undefined
  return (
    <ConflictDialog
      what={`Someone changed this flow while you were editing${hasReleases ? '' : versionsWords(theirs.version, mine.version)}.`}
      onMine={onMine}
      onTheirs={onTheirs}
      onClose={onClose}
    >
      <div className="flex gap-3 max-sm:flex-col">
        <Version
          title={hasReleases ? 'Theirs' : `Theirs, version ${theirs.version}`}
          name={theirs.name}
          description={mine.description === null ? null : theirs.description}
        />
        <Version title="Yours" name={mine.name} description={mine.description} />
      </div>
    </ConflictDialog>
  )
}
