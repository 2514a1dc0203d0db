import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useExtension } from '#api/query/me.ts'
import type { Tool } from '#contract/tool.ts'
import type { FileFlow } from '#files/file-result.ts'
import type { StepGroup } from '#flow/choices/step-choices.ts'
import type { AccountReference } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { refreshAccount } from '#pages/import/account-keys.ts'
import type { NeedField } from '#pages/import/review/import-choices.ts'
import { chooseCreated } from '#pages/import/rows/import-rows.ts'
import { NewToolDialog } from './new-tool-dialog.tsx'
import { suggestedSecret, suggestedTool, type NewTool } from './new-tool.ts'
import { useImportTemplate } from '#pages/import/preview/use-template.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** The object to create. */
interface DialogNeed {
  field: NeedField
  need: AccountReference
}

/** Draft of a tool for steps of another product. */
const toolForSteps = (title: string): NewTool => ({
  name: title,
  key: keyOfName(title),
  category: 'api',
  texts: {},
  config: {},
})

/** Dialog to create a tool that takes over the steps of a group. `onTool`: called once the account's list has it. */
export function useToolForSteps(onTool: (group: StepGroup, tool: Tool) => void): {
  dialog: ReactNode
  create: (group: StepGroup) => void
} {
  const [group, setGroup] = useState<StepGroup | null>(null)
  const client = useQueryClient()
  if (group === null) return { dialog: null, create: setGroup }
  const close = () => setGroup(null)
  const dialog = (
    <NewToolDialog
      suggestedTool={toolForSteps(group.title)}
      requiredKey={keyOfName(group.title)}
      isSecret={false}
      isKeyFixed={false}
      intro={`It takes over ${count(group.count, 'step')} of ${group.title}. Their settings are not carried over.`}
      onCreated={(tool) => {
        close()
        void refreshAccount(client).then(() => onTool(group, tool))
      }}
      onClose={close}
    />
  )
  return { dialog, create: setGroup }
}

const NewChannelDialog = lazyPart(async () => (await import('./new-channel-dialog.tsx')).NewChannelDialog)

/** Draft of a tool, derived from the nodes that refer to it; null while it is loading. */
function useSuggestedTool(row: string, flow: FileFlow, { key, nodes }: AccountReference) {
  const { data: template, isError } = useImportTemplate(row, flow)
  const { data, isError: isUnknown } = useQuery({
    queryKey: ['import tool', template?.data.key, key],
    queryFn: async () => {
      if (template === undefined) throw new Error('The file is not open.')
      const most = { problems: 0, neighbours: 0 }
      const nodeRequests = nodes.first.map(({ id }) => template.data.ask('node', { id, most }))
      const answers = await Promise.all(nodeRequests)
      return suggestedTool(
        key,
        answers.flatMap((answer) => (answer === null ? [] : [answer.node])),
      )
    },
    enabled: template !== undefined,
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  })
  return data ?? (isError || isUnknown ? suggestedTool(key, []) : null)
}

type DialogProps = Omit<Parameters<typeof NewToolDialog>[0], 'suggestedTool'>

function ToolDialog({
  row,
  flow,
  need,
  ...rest
}: { row: string; flow: FileFlow; need: AccountReference } & DialogProps) {
  const tool = useSuggestedTool(row, flow, need)
  return tool === null ? null : <NewToolDialog suggestedTool={tool} {...rest} />
}

/** Whether the service accepts the flow's key unchanged. */
const canHaveKey = (key: string): boolean => keyOfName(key) === key

/**
 * Dialogs to create tools, channels and secrets that a flow requires and the account does not have. They are created
 * immediately, before the import, so that all flows with the key can use them. `create` returns null if an object
 * cannot be created.
 */
export function useCreation({ row, flow, canChoose }: { row: string; flow: FileFlow; canChoose: boolean }): {
  dialog: ReactNode
  create: (field: NeedField, need: AccountReference) => (() => void) | null
} {
  const [dialogNeed, setDialogNeed] = useState<DialogNeed | null>(null)
  const client = useQueryClient()
  const close = () => setDialogNeed(null)
  const makesChannels = useExtension('channel_edit')
  const onCreated = ({ field, need }: DialogNeed, { id, name }: { id: string; name: string }) => {
    close()
    if (canChoose && id !== '') chooseCreated(row, field, need.key, { id, label: name })
    showToast({ message: `“${name}” was created for the key “${need.key}”.` })
    void refreshAccount(client)
  }
  const create = (field: NeedField, need: AccountReference) =>
    (field === 'channels' ? canChoose && makesChannels : canChoose || canHaveKey(need.key))
      ? () => setDialogNeed({ field, need })
      : null
  if (dialogNeed === null) return { dialog: null, create }
  if (dialogNeed.field === 'channels')
    return {
      dialog: (
        <Suspense>
          <NewChannelDialog
            requiredKey={dialogNeed.need.key}
            onCreated={(channel) => onCreated(dialogNeed, channel)}
            onClose={close}
          />
        </Suspense>
      ),
      create,
    }
  const shared = {
    requiredKey: dialogNeed.need.key,
    isSecret: dialogNeed.field === 'secrets',
    isKeyFixed: !canChoose,
    onCreated: (tool: Tool) => onCreated(dialogNeed, tool),
    onClose: close,
  }
  const dialog =
    dialogNeed.field === 'secrets' ? (
      <NewToolDialog suggestedTool={suggestedSecret(dialogNeed.need.key)} {...shared} />
    ) : (
      <ToolDialog row={row} flow={flow} need={dialogNeed.need} {...shared} />
    )
  return { dialog, create }
}
