import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/me.ts'
import { q } from '#api/query.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadNote } from '#parts/load-note.tsx'
import { DialogActions } from '#ui/dialog-actions.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.tsx'
import { ReachedChannels, UsingFlows } from './tool-usage.tsx'

/** Nothing brings a tool back: who breaks is said first, and its name is typed where flows that are active use it. */
export function DeleteToolDialog({
  tool,
  onClose,
  onDeleted,
}: {
  tool: Tool
  onClose: () => void
  onDeleted: () => void
}) {
  const knowsUsage = useExtension('tool_usage')
  const usage = useQuery({ ...q(toolApi.usage, { id: tool.id }), enabled: knowsUsage })
  const client = useQueryClient()
  const remove = useMutation<null, ApiError>({
    mutationFn: () => call(toolApi.remove, { id: tool.id }),
    onSuccess: () => {
      // What was read of the tool itself is not read again: it is gone.
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !JSON.stringify(queryKey).includes(tool.id)
      for (const noun of toolApi.remove.changes) void client.invalidateQueries({ queryKey: [noun], predicate: isOther })
      void client.invalidateQueries({ queryKey: ['tool'], refetchType: 'none' })
      showToast({ message: `“${tool.name}” was deleted` })
      onDeleted()
    },
  })
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const flows = usage.data?.flows
  // Where it cannot be told who uses it, it counts as used.
  const isUsed = flows === undefined ? tool.used_by_count !== 0 : flows.some(({ status }) => status === 'active')
  const wrong = isUsed && typed.trim() !== tool.name.trim()
  const submit = () => {
    setTried(true)
    if (!wrong && !remove.isPending) remove.mutate()
  }
  return (
    <Dialog
      title={`Delete “${tool.name}”?`}
      className="wrap-anywhere"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <DialogActions
          keep="Keep it"
          onKeep={onClose}
          keepFirst={!isUsed}
          verb="Delete tool"
          danger
          busy={remove.isPending}
        />
      }
    >
      <p className="text-text-2">
        This cannot be undone.{' '}
        {isAbsent(tool.used_by_count)
          ? 'Which flows use it is not known.'
          : tool.used_by_count === 0
            ? 'No flow uses it.'
            : `${count(tool.used_by_count, 'flow')} will miss it: their nodes that use it fail.`}
      </p>
      {usage.error !== null && <LoadNote what="Usage" error={usage.error} onRetry={() => void usage.refetch()} />}
      {flows !== undefined && flows.length > 0 && (
        <section className="card grid max-h-60 gap-3 overflow-auto px-3 py-2" aria-label="Who breaks">
          <UsingFlows flows={flows} />
          {usage.data !== undefined && usage.data.channels.length > 0 && (
            <div>
              <p className="mb-1 text-xs text-text-3">Through them</p>
              <ReachedChannels channels={usage.data.channels} />
            </div>
          )}
        </section>
      )}
      {isUsed && (
        <TextField
          label="Type the name to delete it"
          value={typed}
          onValue={setTyped}
          autoComplete="off"
          error={tried && wrong ? `Type “${tool.name}”.` : null}
        />
      )}
      <ActionError title="The tool was not deleted" error={remove.error} />
    </Dialog>
  )
}
