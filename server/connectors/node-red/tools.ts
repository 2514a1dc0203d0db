/** Endpoints of tools, from Node-RED's subflows and config nodes. */
import { tool, type Tool } from '#contract/tool.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { toolPage } from '#server/connectors/tool-page.ts'
import type { NodeRedState } from './node-red-state.ts'
import { allTools, type ToolRow } from './tool-rows.ts'

const withoutUsers = ({ users: _users, ...row }: ToolRow): Known<Tool> => row

export function toolHandlers(state: NodeRedState): ConnectorHandler[] {
  const need = async (id: string): Promise<ToolRow> => {
    const found = allTools((await state.flows()).index).find((one) => one.id === id)
    if (!found) throw notFound('tool')
    return found
  }

  return [
    answer(tool.list, async (question) => {
      const page = toolPage(allTools((await state.flows()).index), question)
      return { ...page, results: page.results.map(withoutUsers) }
    }),
    answer(tool.read, async ({ params: { id } }) => withoutUsers(await need(id))),
    answer(tool.usage, async ({ params: { id } }) => {
      const { users } = await need(id)
      const { rows } = await state.flows()
      const flows = rows
        .filter((row) => users.includes(row.id))
        .map(({ id: user, name, status, node_count }) => ({ id: user, name, status, node_count, tools: [id] }))
      return { tools: [], flows, channels: [] }
    }),
  ]
}
