import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { keyChange, type KeyChange } from './key-change.ts'
import { useNameConfirmation } from './name-confirmation.tsx'
import { UsageBox } from './usage-lists.tsx'

/** Effects of a new key: tools and flows that will fail, and flows that are not affected. */
export function KeyConsequences({ change, before }: { change: KeyChange; before: string }) {
  const { affected, unaffected } = change
  const tools = affected.tools.length
  return (
    <>
      {tools > 0 && (
        <>
          <p className="text-text-2">
            {count(tools, 'tool')} {tools === 1 ? 'refers' : 'refer'} to this tool by its key, and will not find it
            until you update the key there.
            {affected.flows.length > 0 &&
              ` ${count(affected.flows.length, 'flow')} that ${affected.flows.length === 1 ? 'uses' : 'use'} ${tools === 1 ? 'it' : 'them'} will fail.`}
          </p>
          <UsageBox label="Affected" usage={affected} />
        </>
      )}
      {unaffected.flows.length > 0 && (
        <>
          <p className="text-text-2">
            {count(unaffected.flows.length, 'flow')} {unaffected.flows.length === 1 ? 'is' : 'are'} bound to the tool
            itself and will not be affected. Exported files will still contain the old key{' '}
            <span className="mono">{before}</span>.
          </p>
          <UsageBox label="Not affected" usage={unaffected} />
        </>
      )}
    </>
  )
}

/**
 * Confirms a new key, which breaks references to the old one. Affected tools and flows are listed, and the user has to
 * type the tool's name if an active flow uses it.
 */
function ChangeKeyDialog({
  tool,
  to,
  onClose,
  onChange,
}: {
  tool: Tool
  /** The new key. */
  to: string
  onClose: () => void
  onChange: () => void
}) {
  const knowsUsage = useExtension('tool_usage')
  const usage = useQuery({ ...q(toolApi.usage, { id: tool.id }), enabled: knowsUsage })
  const change = usage.data === undefined ? null : keyChange(tool.id, usage.data)
  // If the usage is unknown, the tool counts as used.
  const isUsed = change === null ? tool.used_by_count !== 0 : change.isActive
  const { submit, field } = useNameConfirmation(tool.name, isUsed)
  return (
    <Dialog
      title={`Change the key of “${tool.name}”?`}
      className="wrap-anywhere"
      onClose={onClose}
      onSubmit={() => submit(onChange)}
      actions={
        <DialogActions
          cancelLabel="Keep editing"
          onCancel={onClose}
          focusCancel={!isUsed}
          submitLabel="Change key and save"
          danger={change === null || change.affected.tools.length > 0}
        />
      }
    >
      <p className="text-text-2">
        <span className="mono">{tool.key}</span> becomes <span className="mono">{to}</span>.{' '}
        {!knowsUsage &&
          (isAbsent(tool.used_by_count)
            ? 'It is unknown which flows use this tool. Flows that refer to it by its key will fail.'
            : `${count(tool.used_by_count, 'flow')} ${tool.used_by_count === 1 ? 'uses' : 'use'} it. Flows that refer to it by its key will fail.`)}
      </p>
      {knowsUsage && change === null && usage.error === null && (
        <Delayed>
          <span className="skeleton w-40" />
        </Delayed>
      )}
      {usage.error !== null && <LoadNote what="Usage" error={usage.error} onRetry={() => void usage.refetch()} />}
      {change !== null && <KeyConsequences change={change} before={tool.key} />}
      {field('Type the tool’s name to change its key')}
    </Dialog>
  )
}

/**
 * Asks for confirmation before a new key of a used tool is saved.
 * @param tool null = a new tool, which is not referenced yet
 */
export function useKeyConfirmation(tool: Tool | null, typedKey: string) {
  const [save, setSave] = useState<(() => void) | null>(null)
  const knowsUsage = useExtension('tool_usage')
  const client = useQueryClient()
  const isUnused = async ({ id, used_by_count: flows }: Tool): Promise<boolean> => {
    if (!knowsUsage) return flows === 0
    // If the usage cannot be read, the tool counts as used; the dialog shows the error and a retry.
    const usage = await client.fetchQuery(q(toolApi.usage, { id })).catch(() => null)
    return usage !== null && usage.flows.length === 0 && usage.tools.length === 0
  }
  return {
    /** Calls `work` immediately if no confirmation is needed, else after it. */
    ask: async (work: () => void): Promise<void> => {
      const isNew = tool !== null && typedKey !== '' && typedKey !== tool.key
      if (!isNew || (await isUnused(tool))) work()
      else setSave(() => work)
    },
    dialog:
      save === null || tool === null ? null : (
        <ChangeKeyDialog
          tool={tool}
          to={typedKey}
          onClose={() => setSave(null)}
          onChange={() => {
            setSave(null)
            save()
          }}
        />
      ),
  }
}
