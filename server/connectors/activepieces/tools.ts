/** Connections of Activepieces as tools: their names, never a value. */
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { toolEndpoints, usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
import { rowsOf } from './activepieces-client.ts'
import { AppConnection } from './activepieces-schemas.ts'
import type { ActivepiecesState } from './activepieces-state.ts'

async function allTools(state: ActivepiecesState): Promise<UsedTool[]> {
  const projectId = await state.projectId()
  const { rows: flows } = await state.flows.read()
  const connections = await allowedRows(rowsOf(state.client, AppConnection, '/app-connections', { projectId }))
  return connections.map(({ id, externalId, displayName, pieceName, status, created, updated }) => {
    const users = flows.filter((row) => row.connections.includes(externalId)).map(({ flow }) => flow.id)
    return {
      id,
      key: externalId,
      name: displayName,
      description: `Connection of ${pieceName}`,
      category: 'global',
      enabled: true,
      config: {},
      input_schema: null,
      output_schema: null,
      created_at: created,
      updated_at: updated,
      ...(status === 'ACTIVE' ? {} : { problem: 'The connection does not work. Reconnect it in Activepieces.' }),
      ...usedBy(users),
    }
  })
}

export const toolHandlers = (state: ActivepiecesState): ConnectorHandler[] =>
  toolEndpoints({ all: () => allTools(state), flowOf: (id) => state.flows.get(id)?.flow })
