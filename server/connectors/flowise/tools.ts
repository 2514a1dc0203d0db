/** Custom tools, variables, credentials and document stores of Flowise as tools; never a value. */
import type { Tool } from '#contract/tool.ts'
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectorHandler, Known } from '#server/connectors/connector.ts'
import { toolEndpoints, usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import type { FlowRow } from './flow-row.ts'
import { api, rowsOf } from './flowise-client.ts'
import { DocumentStore, FlowiseCredential, FlowiseTool, FlowiseVariable, ToolField } from './flowise-schemas.ts'
import type { FlowiseState } from './flowise-state.ts'

/** JSON Schema of a tool's input, from the table of its fields; null if it has none. */
function inputSchema({ schema }: FlowiseTool): JsonRecord | null {
  const json = parseJson(schema ?? '')
  const fields = json.ok ? ToolField.array().safeParse(json.value).data : undefined
  if (!fields) return null
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ property, type, description }) => [property, { type, ...(description ? { description } : {}) }]),
    ),
    required: fields.flatMap(({ property, required }) => (required === true ? [property] : [])),
  }
}

interface Dated {
  createdDate?: string | undefined
  updatedDate?: string | undefined
}

const timesOf = ({ createdDate, updatedDate }: Dated): Pick<Known<Tool>, 'created_at' | 'updated_at'> => ({
  ...(createdDate === undefined ? {} : { created_at: createdDate }),
  ...(updatedDate === undefined ? {} : { updated_at: updatedDate }),
})

const usersOf = (rows: readonly FlowRow[], uses: (row: FlowRow) => boolean): string[] =>
  rows.filter(uses).map(({ flow }) => flow.id)

const customTool = (one: FlowiseTool, flows: readonly FlowRow[]): UsedTool => ({
  id: `tool.${one.id}`,
  key: one.name,
  name: one.name,
  description: one.description,
  category: 'code',
  input_schema: inputSchema(one),
  config: recordOf(plainOutput({ language: 'javascript', source: textOf(one.func ?? '') })),
  ...usedBy(usersOf(flows, ({ tools }) => tools.has(one.id))),
  ...timesOf(one),
})

const variableTool = (one: FlowiseVariable, flows: readonly FlowRow[]): UsedTool => ({
  id: `variable.${one.id}`,
  key: one.name,
  name: one.name,
  description: one.type === 'runtime' ? 'Variable from the environment of Flowise' : 'Variable',
  category: 'global',
  ...usedBy(usersOf(flows, ({ variables }) => variables.has(one.name))),
  ...timesOf(one),
})

const credentialTool = (one: FlowiseCredential, flows: readonly FlowRow[]): UsedTool => ({
  id: `credential.${one.id}`,
  key: one.credentialName,
  name: one.name,
  description: `Credential of the type ${one.credentialName}`,
  category: 'global',
  ...usedBy(usersOf(flows, ({ credentials }) => credentials.has(one.id))),
  ...timesOf(one),
})

const storeTool = (one: DocumentStore): UsedTool => ({
  id: `store.${one.id}`,
  key: one.name,
  name: one.name,
  description: `Document store with ${one.totalChunks} ${one.totalChunks === 1 ? 'chunk' : 'chunks'}, status ${one.status}`,
  category: 'global',
  ...usedBy(one.whereUsed.map(({ id }) => id)),
  ...timesOf(one),
})

async function allTools(state: FlowiseState): Promise<UsedTool[]> {
  const { client } = state
  const { rows: flows } = await state.flows.read()
  const [tools, variables, credentials, stores] = await Promise.all([
    allowedRows(rowsOf(client, FlowiseTool, '/tools')),
    allowedRows(rowsOf(client, FlowiseVariable, '/variables')),
    allowedRows(client.json(FlowiseCredential.array(), `${api}/credentials`)),
    allowedRows(rowsOf(client, DocumentStore, '/document-store/store')),
  ])
  return [
    ...tools.map((one) => customTool(one, flows)),
    ...variables.map((one) => variableTool(one, flows)),
    ...credentials.map((one) => credentialTool(one, flows)),
    ...stores.map(storeTool),
  ]
}

export const toolHandlers = (state: FlowiseState): ConnectorHandler[] =>
  toolEndpoints({ all: () => allTools(state), flowOf: (id) => state.flows.get(id)?.flow })
