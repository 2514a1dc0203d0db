import { CirclePlay, Download, Play, Trash2, Undo2 } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { formatCount } from '#lib/count.ts'
import type { ComparedSide } from '#parts/compare/compared-side.ts'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { useFlowAbilities } from '#parts/flows/flow-abilities.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { showToast } from '#ui/overlays/toast.tsx'

export type VersionAction = 'live' | 'draft' | 'discard' | 'test'

/** Saves a version as a template file, written in the worker that holds it. */
function useVersionDownload(version: FlowVersion, side: ComparedSide | null) {
  return useMutation({
    mutationFn: async () => {
      if (side === null || side.definitions === null) return
      const { name, description, metadata, variables, settings } = side.definitions
      const fields = { name, description, metadata, variables, settings, updated_at: version.at }
      const file = await side.data.ask('export file', fields)
      saveFile(file, downloadFileName(`${name} version ${version.number}`))
    },
    onError: ({ message }) => showToast({ message: `The version was not downloaded. ${message}` }),
    networkMode: 'always',
  })
}

/** What can be done with a version. */
export function VersionActions({
  version,
  side,
  lockedReason,
  sameReason,
  isShort,
  onAction,
}: {
  version: FlowVersion
  /** Null while it is loading. */
  side: ComparedSide | null
  lockedReason: string | null
  /** Why it cannot become live: it is the same as the live version; null if it is not. */
  sameReason: string | null
  /** Rare actions without their words. */
  isShort: boolean
  onAction: (action: VersionAction) => void
}) {
  const { state, number } = version
  const { canRun } = useFlowAbilities()
  const download = useVersionDownload(version, side)
  const isDraft = state === 'draft'
  const rare = (label: string, icon: ReactElement, rest: { reason?: string | null; onClick: () => void }) =>
    isShort ? (
      <IconButton label={label} icon={icon} variant="default" {...rest} />
    ) : (
      <Button icon={icon} {...rest}>
        {label}
      </Button>
    )
  return (
    <div className="version-actions" role="group" aria-label={`Actions for version ${formatCount(number)}`}>
      {rare('Download', <Download />, {
        reason: side === null ? 'The version is loading.' : null,
        onClick: () => download.mutate(),
      })}
      {isDraft && rare('Throw away', <Trash2 />, { reason: lockedReason, onClick: () => onAction('discard') })}
      {isDraft && canRun && (
        <Button
          icon={<Play />}
          reason={lockedReason ?? (side === null ? 'The version is loading.' : null)}
          onClick={() => onAction('test')}
        >
          Run a test
        </Button>
      )}
      {(state === 'former' || state === 'discarded') && (
        <Button icon={<Undo2 />} reason={lockedReason ?? sameReason} onClick={() => onAction('draft')}>
          Restore as draft
        </Button>
      )}
      {state !== 'live' && (
        <Button
          variant="primary"
          icon={<CirclePlay />}
          reason={lockedReason ?? (isDraft ? null : sameReason)}
          onClick={() => onAction('live')}
        >
          Make live
        </Button>
      )}
    </div>
  )
}
