/** Connections of Activepieces as tools: their names, never a value. */
import { tool, type Tool } from '#contract/tool.ts'
import { notFound } from '#server/base/fault.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { toolPage } from '#server/connectors/tool-page.ts'
import { rowsOf } from './activepieces-client.ts'
import { AppConnection } from './activepieces-schemas.ts'
import type { ActivepiecesState } from './activepieces-state.ts'

interface ToolRow {
  tool: Known<Tool> & { id: string }
  users: readonly string[]
}

async function allTools(state: ActivepiecesState): Promise<ToolRow[]> {
  const projectId = await state.projectId()
  const { rows: flows } = await state.flows.read()
  const connections = await allowedRows(rowsOf(state.client, AppConnection, '/app-connections', { projectId }))
  return connections.map(({ id, externalId, displayName, pieceName, status, created, updated }) => {
    const users = flows.filter((row) => row.connections.includes(externalId)).map(({ flow }) => flow.id)
    return {
      tool: {
        id,
        key: externalId,
        name: displayName,
        description: `Connection of ${pieceName}`,
        category: 'global',
        enabled: true,
        config: {},
        input_schema: null,
        output_schema: null,
        used_by_count: users.length,
        created_at: created,
        updated_at: updated,
        sample: false,
        ...(status === 'ACTIVE' ? {} : { problem: 'The connection does not work. Reconnect it in Activepieces.' }),
      },
      users,
    }
  })
}

export function toolHandlers(state: ActivepiecesState): ConnectorHandler[] {
  const need = async (id: string): Promise<ToolRow> => {
    const found = (await allTools(state)).find((one) => one.tool.id === id)
    if (!found) throw notFound('tool')
    return found
  }

  return [
    answer(tool.list, async (question) =>
      toolPage(
        (await allTools(state)).map((one) => one.tool),
        question,
      ),
    ),
    answer(tool.read, async ({ params: { id } }) => (await need(id)).tool),
    answer(tool.usage, async ({ params: { id } }) => {
      const { users } = await need(id)
      const flows = users.flatMap((user) => {
        const found = state.flows.get(user)?.flow
        if (!found) return []
        const { name, status, node_count: nodes } = found
        return [{ id: user, name, status, ...(nodes === undefined ? {} : { node_count: nodes }), tools: [id] }]
      })
      return { tools: [], flows, channels: [] }
    }),
  ]
}
