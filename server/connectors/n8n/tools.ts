/** Credentials, callable workflows, agent tools and variables of n8n as tools; never a value. */
import type { Tool } from '#contract/tool.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectorHandler, Known } from '#server/connectors/connector.ts'
import { toolEndpoints, usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
import { rowsOf } from './n8n-client.ts'
import { Credential, N8nVariable } from './n8n-schemas.ts'
import type { N8nState } from './n8n-state.ts'
import type { WorkflowRow } from './workflow-row.ts'

type Category = Tool['category']

/** Categories of agent tools by their type. */
function categoryOf(type: string): Category {
  if (/code/i.test(type)) return 'code'
  if (/^agent/i.test(type)) return 'agent'
  return 'api'
}

const usersOf = (rows: readonly WorkflowRow[], uses: (row: WorkflowRow) => boolean): string[] =>
  rows.filter(uses).map(({ flow }) => flow.id)

function toolOf(row: Pick<UsedTool, 'id' | 'category'> & Known<Tool>, users: readonly string[]): UsedTool {
  return {
    enabled: true,
    description: '',
    config: {},
    input_schema: null,
    output_schema: null,
    ...row,
    ...usedBy(users),
  }
}

async function allTools(state: N8nState): Promise<UsedTool[]> {
  const { rows } = await state.workflows.read()
  const [credentials, variables] = await Promise.all([
    allowedRows(rowsOf(state.client, Credential, '/credentials')),
    allowedRows(rowsOf(state.client, N8nVariable, '/variables')),
  ])
  return [
    ...credentials.map(({ id, name, type, createdAt, updatedAt }) =>
      toolOf(
        {
          id: `credential.${id}`,
          key: type,
          name,
          description: `Credential of the type ${type}`,
          category: 'global',
          created_at: createdAt,
          updated_at: updatedAt,
        },
        usersOf(rows, (row) => row.credentials.includes(id)),
      ),
    ),
    ...variables.map(({ id, key }) =>
      toolOf({ id: `variable.${id}`, key, name: key, description: 'Variable', category: 'global' }, []),
    ),
    ...rows
      .filter(({ isCallable }) => isCallable)
      .map(({ flow: { id, name, created_at: createdAt, updated_at: updatedAt } }) =>
        toolOf(
          {
            id: `workflow.${id}`,
            key: id,
            name,
            description: 'Workflow that others call',
            category: 'transform',
            created_at: createdAt,
            updated_at: updatedAt,
          },
          usersOf(rows, (row) => row.calls.includes(id)),
        ),
      ),
    ...rows.flatMap(({ flow, toolNodes }) =>
      toolNodes.map(({ id, name, type }) =>
        toolOf(
          {
            id: `node.${flow.id}.${id}`,
            key: type,
            name,
            description: `Tool of an agent in “${flow.name}”`,
            category: categoryOf(type),
            updated_at: flow.updated_at,
          },
          [flow.id],
        ),
      ),
    ),
  ]
}

export const toolHandlers = (state: N8nState): ConnectorHandler[] =>
  toolEndpoints({ all: () => allTools(state), flowOf: (id) => state.workflows.get(id)?.flow })
