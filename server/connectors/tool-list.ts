/** Endpoints of tools that are all in memory, by name unless another order is asked for. */
import type { FlowSummary } from '#contract/flow.ts'
import { tool, type Tool } from '#contract/tool.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from './connector.ts'
import { listPage, matchingRows, type ListQuestion } from './list-page.ts'

type UsingFlow = Pick<Known<FlowSummary>, 'name' | 'status' | 'node_count'>
type Category = Tool['category']

/** A tool, with the ids of the flows that use it. */
export type UsedTool = Known<Tool> & { id: string; category: Category; users: readonly string[] }

export const usedBy = (users: readonly string[]) => ({ users, used_by_count: users.length })

const withoutUsers = ({ users: _users, ...row }: UsedTool): Known<Tool> => ({ sample: false, ...row })

/** A page, with the number of matches per category, whichever category is asked for. */
function pageOf(rows: readonly UsedTool[], { query, filter }: ListQuestion) {
  const page = listPage(tool.list, { rows, isComplete: true }, { query: { ordering: 'name', ...query }, filter })
  const { category: _category, ...rest } = query
  const categories: Partial<Record<Category, number>> = {}
  for (const { category } of matchingRows(tool.list, rows, { query: rest, filter }))
    categories[category] = (categories[category] ?? 0) + 1
  return { ...page, results: page.results.map(withoutUsers), categories }
}

const usageOf = (id: string, { name, status, node_count: nodes }: UsingFlow, used: string) => ({
  id,
  name,
  ...(status === undefined ? {} : { status }),
  ...(nodes === undefined ? {} : { node_count: nodes }),
  tools: [used],
})

interface ToolSource {
  all: () => Promise<readonly UsedTool[]>
  /** A flow as the kept list has it; undefined if it does not exist any more. */
  flowOf: (id: string) => UsingFlow | undefined | Promise<UsingFlow | undefined>
}

export function toolEndpoints({ all, flowOf }: ToolSource): ConnectorHandler[] {
  const need = async (id: string): Promise<UsedTool> => {
    const found = (await all()).find((one) => one.id === id)
    if (!found) throw notFound('tool')
    return found
  }

  return [
    answer(tool.list, async (question) => pageOf(await all(), question)),
    answer(tool.read, async ({ params: { id } }) => withoutUsers(await need(id))),
    answer(tool.usage, async ({ params: { id } }) => {
      const { users } = await need(id)
      const flows = await Promise.all(users.map(async (user) => ({ user, found: await flowOf(user) })))
      return {
        tools: [],
        flows: flows.flatMap(({ user, found }) => (found ? [usageOf(user, found, id)] : [])),
        channels: [],
      }
    }),
  ]
}
