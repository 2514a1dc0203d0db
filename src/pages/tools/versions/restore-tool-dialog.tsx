import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import type { ToolVersionDetail } from '#contract/tool-version.ts'
import { isAbsent } from '#lib/absent.ts'
import { count, formatCount } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { knownVersion } from '#parts/forms/known-version.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { KeyConsequences } from '#pages/tools/usage/change-key-dialog.tsx'
import { keyChange } from '#pages/tools/usage/key-change.ts'
import { useNameConfirmation } from '#pages/tools/usage/name-confirmation.tsx'
import type { UsedBy } from '#pages/tools/usage/usage-graph.ts'
import { UsageBox } from '#pages/tools/usage/usage-lists.tsx'
import { restorePlan } from './version-changes.ts'

/** Sentence about the flows and tools that will use the restored version. */
function usageSentence(tool: Tool, used: UsedBy | undefined): string {
  const flows = used?.flows.length ?? tool.used_by_count
  const tools = used?.tools.length ?? 0
  if (isAbsent(flows)) return 'It is unknown which flows use this tool.'
  if (flows === 0 && tools === 0) return 'No flows use this tool.'
  const names = [...(flows > 0 ? [count(flows, 'flow')] : []), ...(tools > 0 ? [count(tools, 'tool')] : [])]
  return `${names.join(' and ')} ${flows + tools === 1 ? 'uses' : 'use'} this tool and will use this version from the next step.`
}

/**
 * Confirms that a version is restored as a new version, and shows the changes and the affected flows and tools. If the
 * key changes too, the user has to type the tool's name if an active flow uses the tool.
 */
export function RestoreToolDialog({
  tool,
  version,
  onClose,
  onRestored,
}: {
  tool: Tool
  version: ToolVersionDetail
  onClose: () => void
  onRestored: () => void
}) {
  const client = useQueryClient()
  const knowsUsage = useExtension('tool_usage')
  const usage = useQuery({ ...q(toolApi.usage, { id: tool.id }), enabled: knowsUsage })
  const edit = useApiMutation(toolApi.edit)
  const { change, words, unrestorable } = restorePlan(version, tool)
  // The tool's version when the dialog was opened; after a conflict, the refetched version.
  const [baseVersion, setBaseVersion] = useState<number | null>(tool.version)
  const keyChanges = usage.data === undefined || version.key === tool.key ? null : keyChange(tool.id, usage.data)
  const isRisky = version.key !== tool.key && (keyChanges === null ? tool.used_by_count !== 0 : keyChanges.isActive)
  const { submit, field } = useNameConfirmation(tool.name, isRisky)
  const isConflict = edit.error?.status === 409 || edit.error?.status === 412
  const restore = () =>
    edit.mutate(
      { id: tool.id, body: { ...change, version: knownVersion(baseVersion ?? tool.version) } },
      {
        onSuccess: (saved) => {
          showToast({ message: `“${saved.name}” was restored to version ${version.number}` })
          onRestored()
        },
        onError: ({ status }) => {
          if (status !== 409 && status !== 412) return
          setBaseVersion(null)
          void client.invalidateQueries({ queryKey: ['tool'] })
        },
      },
    )
  return (
    <Dialog
      title={`Restore version ${formatCount(version.number)} of “${tool.name}”?`}
      className="wrap-anywhere"
      onClose={onClose}
      onSubmit={() =>
        submit(() => {
          if (!edit.isPending) restore()
        })
      }
      actions={
        <DialogActions
          cancelLabel="Cancel"
          onCancel={onClose}
          focusCancel={!isRisky}
          submitLabel="Restore"
          danger={isRisky}
          busy={edit.isPending}
        />
      }
    >
      <p className="text-text-2">
        {words.length === 0
          ? 'There are no differences'
          : `Restores ${words.join(', ')} from version ${formatCount(version.number)}`}
        . The result becomes a new version.
      </p>
      {unrestorable.length > 0 && (
        <Note tone="warn" title={`Not restored: ${unrestorable.join(', ')}`}>
          Versions do not contain secrets, and a stored secret is used only for its own address. Edit the tool
          afterwards to enter it.
        </Note>
      )}
      {usage.error !== null && <LoadNote what="Usage" error={usage.error} onRetry={() => void usage.refetch()} />}
      {keyChanges === null ? (
        <>
          <p className="text-text-2">{usageSentence(tool, usage.data)}</p>
          {usage.data !== undefined && <UsageBox label="Affected flows and tools" usage={usage.data} />}
        </>
      ) : (
        <KeyConsequences change={keyChanges} before={tool.key} />
      )}
      {field('Type the tool’s name to change its key')}
      {isConflict ? (
        <Note tone="bad" title="The tool was not restored because someone changed it">
          The changes above are now based on that version. Restore again, or cancel to keep it.
        </Note>
      ) : (
        <ActionError title="The tool was not restored" error={edit.error} />
      )}
    </Dialog>
  )
}
