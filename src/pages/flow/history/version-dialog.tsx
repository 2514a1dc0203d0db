import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { runOverlayQuery } from '#pages/flow/flow-view.ts'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import type { VersionSide } from './use-versions.ts'
import type { VersionAction } from './version-actions.tsx'
import { DiscardDraftDialog, MakeLiveDialog, RestoreDraftDialog } from './version-dialogs.tsx'

const RunDialog = lazyPart(async () => (await import('#pages/flow/runs/run-dialog.tsx')).RunDialog)

/** The dialog of an action for a version. */
export function VersionDialog({
  action,
  open,
  version: { number, state },
  live,
  draft,
  side,
  effect,
  onAction,
  onClose,
  onChosen,
}: {
  action: VersionAction
  open: OpenFlow
  version: FlowVersion
  /** Numbers of the live version, and of the draft; null = there is none. */
  live: number
  draft: number | null
  side: VersionSide
  /** What making it live does, in sentences. */
  effect: readonly string[]
  onAction: (action: VersionAction) => void
  onClose: () => void
  /** Called with the number of the version that a change has made. */
  onChosen: (number: number) => void
}) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const common = { open, number, onClose, onChosen }
  if (action === 'draft') return <RestoreDraftDialog {...common} draft={draft} />
  if (action === 'discard') return <DiscardDraftDialog {...common} />
  if (action === 'live')
    return (
      <MakeLiveDialog
        {...common}
        live={live}
        isDraft={state === 'draft'}
        effect={effect}
        onDraft={() => onAction('draft')}
      />
    )
  if (side.side === null || side.head === null) return null
  const { validation, bindings, counts } = side.head
  return (
    <Suspense>
      <RunDialog
        flow={{ ...open.flow, validation, bindings, counts }}
        data={side.side.data}
        repeatRunId=""
        version={number}
        onStarted={(run) => void navigate({ search: runOverlayQuery(query, run.id) })}
        onClose={onClose}
      />
    </Suspense>
  )
}
