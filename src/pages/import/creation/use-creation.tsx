import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useExtension } from '#api/query/me.ts'
import type { Node } from '#contract/flow.ts'
import type { Tool } from '#contract/tool.ts'
import type { FileFlow } from '#files/file-result.ts'
import type { StepGroup } from '#flow/choices/step-choices.ts'
import type { AccountReference } from '#flow/file/review.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { fieldWord } from '#flow/health/foreign-step.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { refreshAccount } from '#pages/import/account-keys.ts'
import type { NeedChoice, NeedField } from '#pages/import/review/import-choices.ts'
import { NewToolDialog } from './new-tool-dialog.tsx'
import { suggestedSecret, suggestedTool, toolOfSteps } from './new-tool.ts'
import { listText } from '#pages/import/steps/step-words.ts'
import { useImportTemplate } from '#pages/import/preview/use-template.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** The object to create. */
interface DialogNeed {
  field: NeedField
  need: AccountReference
}

/** Nodes of a flow of the import; null while they are loading, empty if that failed. */
function useNodes(row: string, flow: FileFlow, ids: readonly string[]): Node[] | null {
  const { data: template, isError } = useImportTemplate(row, flow)
  const { data, isError: isUnknown } = useQuery({
    queryKey: ['import nodes', template?.data.key, ids],
    queryFn: async () => {
      if (template === undefined) throw new Error('The file is not open.')
      const most = { problems: 0, neighbours: 0 }
      const answers = await Promise.all(ids.map((id) => template.data.ask('node', { id, most })))
      return answers.flatMap((answer) => (answer === null ? [] : [answer.node]))
    },
    enabled: template !== undefined,
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  })
  return data ?? (isError || isUnknown ? [] : null)
}

interface FlowOfRow {
  row: string
  flow: FileFlow
}

/** Dialog to create a tool for the steps of a group, filled in with what they say. */
function StepsToolDialog({
  row,
  flow,
  group: { title, ids, names, count: steps, conversion },
  product,
  ...rest
}: FlowOfRow & { group: StepGroup; product: string | null } & Pick<DialogProps, 'onCreated' | 'onClose'>) {
  const nodes = useNodes(row, flow, ids)
  if (nodes === null) return null
  // The title of converted steps is no name of a tool: “POST shop.example/orders”.
  const name = (conversion === null ? null : names[0]) ?? title
  const tool = toolOfSteps(name, nodes, product)
  // What every tool of the category has says nothing about the file.
  const filled = Object.keys(omitKeys(tool.config, new Set(['language', 'tools']))).map(fieldWord)
  return (
    <NewToolDialog
      suggestedTool={tool}
      requiredKey={tool.key}
      isSecret={false}
      isKeyFixed={false}
      intro={`It takes over ${listText(names, steps)}. ${
        filled.length === 0
          ? 'Settings of the file are not carried over.'
          : `Filled in from the file: ${new Intl.ListFormat('en-GB').format(filled)}.`
      }`}
      {...rest}
    />
  )
}

/** Dialog to create a tool that takes over the steps of a group. `onTool`: called once the account's list has it. */
export function useToolForSteps(
  place: FlowOfRow & { product: string | null },
  onTool: (group: StepGroup, tool: Tool) => void,
): {
  dialog: ReactNode
  create: (group: StepGroup) => void
} {
  const [group, setGroup] = useState<StepGroup | null>(null)
  const client = useQueryClient()
  if (group === null) return { dialog: null, create: setGroup }
  const close = () => setGroup(null)
  const dialog = (
    <StepsToolDialog
      {...place}
      group={group}
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

type DialogProps = Omit<Parameters<typeof NewToolDialog>[0], 'suggestedTool'>

function ToolDialog({ row, flow, need, ...rest }: FlowOfRow & { need: AccountReference } & DialogProps) {
  const nodes = useNodes(
    row,
    flow,
    need.nodes.first.map(({ id }) => id),
  )
  return nodes === null ? null : <NewToolDialog suggestedTool={suggestedTool(need.key, nodes)} {...rest} />
}

/** Whether the service accepts the flow's key unchanged. */
const canHaveKey = (key: string): boolean => keyOfName(key) === key

/**
 * Dialogs to create tools, channels and secrets that a flow requires and the account does not have. They are created
 * immediately, before the import, so that all flows with the key can use them. `create` returns null if an object
 * cannot be created.
 */
export function useCreation({
  row,
  flow,
  canChoose,
  onChosen,
}: FlowOfRow & {
  canChoose: boolean
  /** Called with a created object, which is chosen for the key that required it. */
  onChosen: (field: NeedField, key: string, choice: NeedChoice) => void
}): {
  dialog: ReactNode
  create: (field: NeedField, need: AccountReference) => (() => void) | null
} {
  const [dialogNeed, setDialogNeed] = useState<DialogNeed | null>(null)
  const client = useQueryClient()
  const close = () => setDialogNeed(null)
  const makesChannels = useExtension('channel_edit')
  const onCreated = ({ field, need }: DialogNeed, { id, name }: { id: string; name: string }) => {
    close()
    if (canChoose && id !== '') onChosen(field, need.key, { id, label: name })
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
