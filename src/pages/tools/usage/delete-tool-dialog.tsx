import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { useNameConfirmation } from './name-confirmation.tsx'
import type { UsedBy } from './usage-graph.ts'
import { UsageBox } from './usage-lists.tsx'

/** Sentence about the flows and tools that a deletion affects. */
function consequence(tool: Tool, used: UsedBy | undefined): string {
  const flows = used?.flows.length ?? tool.used_by_count
  const tools = used?.tools.length ?? 0
  if (isAbsent(flows)) return 'It is unknown which flows use this tool.'
  if (flows === 0 && tools === 0) return 'No flows use this tool.'
  const missing = [...(flows > 0 ? [count(flows, 'flow')] : []), ...(tools > 0 ? [count(tools, 'tool')] : [])]
  return `${missing.join(' and ')} ${flows + tools === 1 ? 'uses' : 'use'} this tool. Nodes that use it will fail.`
}

/**
 * Confirms an irreversible deletion. Affected flows and tools are listed, and the user has to type the tool's name if
 * active flows use it.
 */
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
      // Queries of the deleted tool are not refetched, since they would fail.
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !JSON.stringify(queryKey).includes(tool.id)
      for (const noun of toolApi.remove.changes) void client.invalidateQueries({ queryKey: [noun], predicate: isOther })
      void client.invalidateQueries({ queryKey: ['tool'], refetchType: 'none' })
      showToast({ message: `“${tool.name}” was deleted` })
      onDeleted()
    },
  })
  const flows = usage.data?.flows
  // If the usage is unknown, the tool counts as used.
  const isUsed = flows === undefined ? tool.used_by_count !== 0 : flows.some(({ status }) => status === 'active')
  const { submit, field } = useNameConfirmation(tool.name, isUsed)
  return (
    <Dialog
      title={`Delete “${tool.name}”?`}
      className="wrap-anywhere"
      onClose={onClose}
      onSubmit={() =>
        submit(() => {
          if (!remove.isPending) remove.mutate()
        })
      }
      actions={
        <DialogActions
          cancelLabel="Keep it"
          onCancel={onClose}
          focusCancel={!isUsed}
          submitLabel="Delete tool"
          danger
          busy={remove.isPending}
        />
      }
    >
      <p className="text-text-2">This cannot be undone. {consequence(tool, usage.data)}</p>
      {usage.error !== null && <LoadNote what="Usage" error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data !== undefined && <UsageBox label="Affected" usage={usage.data} />}
      {field('Type the tool’s name to delete it')}
      <ActionError title="The tool was not deleted" error={remove.error} />
    </Dialog>
  )
}
