/** Global variables of Langflow as tools; never a value. */
import { tool, type Tool } from '#contract/tool.ts'
import { notFound } from '#server/base/fault.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { toolPage } from '#server/connectors/tool-page.ts'
import { api } from './langflow-client.ts'
import { LangflowVariable } from './langflow-schemas.ts'
import type { LangflowState } from './langflow-state.ts'

type ToolRow = Known<Tool> & { id: string; category: Tool['category']; users: readonly string[] }

async function allTools(state: LangflowState): Promise<ToolRow[]> {
  const { rows: flows } = await state.flows.read()
  const variables = await allowedRows(state.client.json(LangflowVariable.array(), `${api}/variables/`))
  return variables.map(({ id, name, type }) => ({
    id: `variable.${id}`,
    key: name,
    name,
    description: type === 'Credential' ? 'Credential' : 'Variable',
    category: 'global',
    users: flows.filter((row) => row.variables.has(name)).map(({ flow }) => flow.id),
  }))
}

const shown = ({ users, ...row }: ToolRow): Known<Tool> => ({ ...row, used_by_count: users.length, sample: false })

export function toolHandlers(state: LangflowState): ConnectorHandler[] {
  const need = async (id: string): Promise<ToolRow> => {
    const found = (await allTools(state)).find((one) => one.id === id)
    if (!found) throw notFound('tool')
    return found
  }

  return [
    answer(tool.list, async ({ query, filter }) => {
      const rows = await allTools(state)
      const page = toolPage(rows, { query, filter })
      return { ...page, results: page.results.map(shown) }
    }),
    answer(tool.read, async ({ params: { id } }) => shown(await need(id))),
    answer(tool.usage, async ({ params: { id } }) => {
      const { users } = await need(id)
      const flows = users.flatMap((user) => {
        const found = state.flows.get(user)?.flow
        if (!found) return []
        const { name, node_count: nodes } = found
        return [{ id: user, name, ...(nodes === undefined ? {} : { node_count: nodes }), tools: [id] }]
      })
      return { tools: [], flows, channels: [] }
    }),
  ]
}
