/** Global variables of Langflow as tools; never a value. */
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { toolEndpoints, usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
import { api } from './langflow-client.ts'
import { LangflowVariable } from './langflow-schemas.ts'
import type { LangflowState } from './langflow-state.ts'

async function allTools(state: LangflowState): Promise<UsedTool[]> {
  const { rows: flows } = await state.flows.read()
  const variables = await allowedRows(state.client.json(LangflowVariable.array(), `${api}/variables/`))
  return variables.map(({ id, name, type }) => ({
    id: `variable.${id}`,
    key: name,
    name,
    description: type === 'Credential' ? 'Credential' : 'Variable',
    category: 'global',
    ...usedBy(flows.filter((row) => row.variables.has(name)).map(({ flow }) => flow.id)),
  }))
}

export const toolHandlers = (state: LangflowState): ConnectorHandler[] =>
  toolEndpoints({ all: () => allTools(state), flowOf: (id) => state.flows.get(id)?.flow })
