/** Kinds of bindings of a flow: names, icons and search. */
import { KeyRound, RadioTower, Wrench, type LucideIcon } from 'lucide-react'
import { call } from '#api/request/client.ts'
import { channel as channelApi } from '#contract/channel.ts'
import type { Bindings } from '#contract/flow.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { channelPath, toolPath } from '#ui/paths.ts'
import { valueOfId, type PickerOption } from '#ui/overlays/picker-options.ts'

/** Maximum number of results of one search in a picker. */
const maxFound = 50
export type BindingSearch = (text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>

interface BindingKind {
  word: string
  icon: LucideIcon
  path: (id: string) => string
  search: BindingSearch
}

const searchInput = (text: string) => ({ limit: maxFound, search: text === '' ? undefined : text })

export const bindingKinds: Record<keyof Bindings, BindingKind> = {
  tools: {
    word: 'Tool',
    icon: Wrench,
    path: toolPath,
    search: async (text, signal) => {
      const { results } = await call(toolApi.list, searchInput(text), { signal })
      return results.map(({ id, name, key }) => ({ value: valueOfId(id), label: name, note: key }))
    },
  },
  channels: {
    word: 'Channel',
    icon: RadioTower,
    path: channelPath,
    search: async (text, signal) => {
      const { results } = await call(channelApi.list, searchInput(text), { signal })
      return results.map(({ id, name, type, identifier }) => ({
        value: valueOfId(id),
        label: name,
        note: identifier ?? type,
      }))
    },
  },
  secrets: {
    word: 'Secret',
    icon: KeyRound,
    path: toolPath,
    search: async (text, signal) => {
      const { results } = await call(toolApi.list, { ...searchInput(text), category: 'global' }, { signal })
      return results
        .filter(({ config }) => config['secret'] === true)
        .map(({ id, name, key }) => ({ value: valueOfId(id), label: name, note: key }))
    },
  },
}
