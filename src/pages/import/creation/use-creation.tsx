import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useExtension } from '#api/query/me.ts'
import type { Tool } from '#contract/tool.ts'
import type { FileFlow } from '#files/file-result.ts'
import type { AccountNeed } from '#flow/file/review.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { refreshAccount } from '#pages/import/account-keys.ts'
import type { NeedField } from '#pages/import/review/import-choices.ts'
import { chooseCreated } from '#pages/import/rows/import-rows.ts'
import { NewToolDialog } from './new-tool-dialog.tsx'
import { suggestedSecret, suggestedTool } from './new-tool.ts'
import { useImportTemplate } from '#pages/import/preview/use-template.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** The object to create. */
interface Wanted {
  field: NeedField
  need: AccountNeed
}

const NewChannelDialog = lazyPart(async () => (await import('./new-channel-dialog.tsx')).NewChannelDialog)

/** Draft of a tool, derived from the nodes that refer to it; null while it is loading. */
function useSuggestion(row: string, flow: FileFlow, { key, nodes }: AccountNeed) {
  const { data: opened, isError } = useImportTemplate(row, flow)
  const { data, isError: isUnknown } = useQuery({
    queryKey: ['import tool', opened?.data.key, key],
    queryFn: async () => {
      if (opened === undefined) throw new Error('The file is not open.')
      const most = { problems: 0, neighbours: 0 }
      const asked = nodes.first.map(({ id }) => opened.data.ask('node', { id, most }))
      const answers = await Promise.all(asked)
      return suggestedTool(
        key,
        answers.flatMap((answer) => (answer === null ? [] : [answer.node])),
      )
    },
    enabled: opened !== undefined,
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  })
  return data ?? (isError || isUnknown ? suggestedTool(key, []) : null)
}

type DialogProps = Omit<Parameters<typeof NewToolDialog>[0], 'suggested'>

function ToolDialog({ row, flow, need, ...rest }: { row: string; flow: FileFlow; need: AccountNeed } & DialogProps) {
  const suggested = useSuggestion(row, flow, need)
  return suggested === null ? null : <NewToolDialog suggested={suggested} {...rest} />
}

/** Whether the service accepts the flow's key unchanged. */
const canHaveKey = (key: string): boolean => keyOfName(key) === key

/**
 * Dialogs to create tools, channels and secrets that a flow requires and the account does not have. They are created
 * immediately, before the import, so that all flows with the key can use them. `create` is null if that is not
 * possible.
 */
export function useCreation({ row, flow, canChoose }: { row: string; flow: FileFlow; canChoose: boolean }): {
  dialog: ReactNode
  create: (field: NeedField, need: AccountNeed) => (() => void) | null
} {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const client = useQueryClient()
  const close = () => setWanted(null)
  const makesChannels = useExtension('channel_edit')
  const made = ({ field, need }: Wanted, { id, name }: { id: string; name: string }) => {
    close()
    if (canChoose && id !== '') chooseCreated(row, field, need.key, { id, label: name })
    showToast({ message: `“${name}” was created for the key “${need.key}”.` })
    void refreshAccount(client)
  }
  const create = (field: NeedField, need: AccountNeed) =>
    (field === 'channels' ? canChoose && makesChannels : canChoose || canHaveKey(need.key))
      ? () => setWanted({ field, need })
      : null
  if (wanted === null) return { dialog: null, create }
  if (wanted.field === 'channels')
    return {
      dialog: (
        <Suspense>
          <NewChannelDialog wanted={wanted.need.key} onMade={(channel) => made(wanted, channel)} onClose={close} />
        </Suspense>
      ),
      create,
    }
  const shared = {
    wanted: wanted.need.key,
    isSecret: wanted.field === 'secrets',
    isKeyFixed: !canChoose,
    onMade: (tool: Tool) => made(wanted, tool),
    onClose: close,
  }
  const dialog =
    wanted.field === 'secrets' ? (
      <NewToolDialog suggested={suggestedSecret(wanted.need.key)} {...shared} />
    ) : (
      <ToolDialog row={row} flow={flow} need={wanted.need} {...shared} />
    )
  return { dialog, create }
}
