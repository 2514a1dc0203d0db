/**
 * Starred flows, and flows that were opened last: ids and names, in this browser, for each user of each service. The
 * names are shown until the flow is read, and if it cannot be.
 */
import { z } from 'zod'
import { connectionPrefix } from '#api/connection/connection.ts'
import { useMe } from '#api/query/me.ts'
import type { Signal } from '#lib/signal.ts'
import { useStoredSetting, storedSettingBy } from '#ui/browser/stored-setting.ts'

const KeptFlow = z.object({ id: z.string(), name: z.string() })
export type KeptFlow = z.infer<typeof KeptFlow>
const KeptFlows = z.array(KeptFlow)

/** Maximum number of starred flows: a longer list is no shortcut. */
export const maxStarred = 20
/** Maximum number of recent flows; some of them may be starred and are then listed once. */
export const maxRecent = 12

/** The list that a text contains; invalid texts, such as those of an older version, are empty lists. */
export function readKept(text: string): KeptFlow[] {
  try {
    return KeptFlows.catch([]).parse(JSON.parse(text))
  } catch {
    return []
  }
}

const without = (list: readonly KeptFlow[], id: string): KeptFlow[] => list.filter((one) => one.id !== id)

/** Adds the star or removes it; a new star is last, and beyond `maxStarred` replaces the oldest. */
export function withStar(list: readonly KeptFlow[], { id, name }: KeptFlow): KeptFlow[] {
  const others = without(list, id)
  return others.length < list.length ? others : [...others, { id, name }].slice(-maxStarred)
}

/** With the opened flow as the first. */
export const withOpened = (list: readonly KeptFlow[], { id, name }: KeptFlow): KeptFlow[] =>
  [{ id, name }, ...without(list, id)].slice(0, maxRecent)

function change(setting: Signal<string>, to: (list: readonly KeptFlow[]) => readonly KeptFlow[]): void {
  const text = JSON.stringify(to(readKept(setting.get())))
  if (text !== setting.get()) setting.set(text)
}

/** The lists of one user, and their changes. */
function keptFlowsOf(owner: string) {
  const listOf = (name: string): Signal<string> =>
    storedSettingBy(`${connectionPrefix()}${name} ${owner}`, (text) => text ?? '[]')
  const [starred, recent] = [listOf('starred-flows'), listOf('recent-flows')]
  return {
    starred,
    recent,
    toggleStar: (flow: KeptFlow) => change(starred, (list) => withStar(list, flow)),
    /** Notes that a flow was opened, with its current name. */
    noteOpened: ({ id, name }: KeptFlow) => {
      change(recent, (list) => withOpened(list, { id, name }))
      change(starred, (list) => list.map((one) => (one.id === id ? { id, name } : one)))
    },
    /** Removes a flow that no longer exists. */
    forget: (id: string) => {
      for (const setting of [starred, recent]) change(setting, (list) => without(list, id))
    },
  }
}

const owners = new Map<string, ReturnType<typeof keptFlowsOf>>()

/** The lists of the current user; their functions are the same in every render. */
export function useKeptFlows() {
  const me = useMe()
  const owner = `${me?.account.id ?? ''} ${me?.person?.id ?? ''}`
  const kept = owners.get(owner) ?? keptFlowsOf(owner)
  owners.set(owner, kept)
  return { ...kept, starred: readKept(useStoredSetting(kept.starred)), recent: readKept(useStoredSetting(kept.recent)) }
}
