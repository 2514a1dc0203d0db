/** Scripts, resources and variables of Windmill as tools; never a value. */
import { tool, type Tool } from '#contract/tool.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { toolPage } from '#server/connectors/tool-page.ts'
import type { FlowDefinitionFacts } from './flow-row.ts'
import { ifAllowed } from './windmill-api.ts'
import { idOfPath } from './windmill-ids.ts'
import { Resource, Script, Variable } from './windmill-schemas.ts'
import type { WindmillState } from './windmill-state.ts'

/** Flows whose definitions are read to find those that use a tool; with more, the uses are left out. */
const maxReadFlows = 1_000

type Category = Tool['category']
type Uses = (definition: FlowDefinitionFacts) => boolean
type ToolRow = Known<Tool> & { id: string; category: Category; uses: Uses }

const common = (path: string) => ({
  key: path,
  enabled: true,
  config: {},
  output_schema: null,
  sample: false,
})

const ofScript = ({ path, summary, description, language, created_at: at }: Script): ToolRow => ({
  ...common(path),
  id: `script.${idOfPath(path)}`,
  name: summary || path,
  description: description || `Script in ${language}`,
  category: 'code',
  // Of its newest version: each change of a script creates one.
  updated_at: at,
  uses: ({ scripts }) => scripts.has(path),
})

const ofResource = ({ path, description, resource_type: type, edited_at: at }: Resource): ToolRow => ({
  ...common(path),
  id: `resource.${idOfPath(path)}`,
  name: path,
  description: description || `Resource of the type ${type}`,
  category: 'global',
  input_schema: null,
  ...(at ? { updated_at: at } : {}),
  uses: ({ references }) => references.has(`$res:${path}`),
})

const ofVariable = ({ path, description, is_secret: isSecret, edited_at: at }: Variable): ToolRow => ({
  ...common(path),
  id: `variable.${idOfPath(path)}`,
  name: path,
  description: description || (isSecret ? 'Secret variable' : 'Variable'),
  category: 'global',
  input_schema: null,
  ...(at ? { updated_at: at } : {}),
  uses: ({ references }) => references.has(`$var:${path}`),
})

async function allTools({ api }: WindmillState): Promise<ToolRow[]> {
  const [scripts, resources, variables] = await Promise.all([
    ifAllowed(api.rows(Script, '/scripts/list')),
    ifAllowed(api.rows(Resource, '/resources/list')),
    ifAllowed(api.rows(Variable, '/variables/list')),
  ])
  return [
    ...(scripts ?? []).filter(({ archived }) => archived !== true).map(ofScript),
    ...(resources ?? []).map(ofResource),
    ...(variables ?? []).map(ofVariable),
  ]
}

const withoutUses = ({ uses: _uses, ...row }: ToolRow): Known<Tool> => row

export function toolHandlers(state: WindmillState): ConnectorHandler[] {
  /** Flows with their definitions; null if there are too many to read them all. */
  const definitions = async () => {
    const { rows, isComplete } = await state.flows.read()
    if (!isComplete || rows.length > maxReadFlows) return null
    await state.loadDefinitions(rows)
    return rows.flatMap((row) => {
      const definition = state.definitionOf(row.id)
      return definition ? [{ row, definition }] : []
    })
  }

  const rows = async (): Promise<ToolRow[]> => {
    const [tools, flows] = await Promise.all([allTools(state), definitions()])
    if (flows === null) return tools
    // The code of scripts may name resources and variables too, so only uses of scripts can be counted.
    return tools.map((row) =>
      row.category === 'code'
        ? { ...row, used_by_count: flows.filter(({ definition }) => row.uses(definition)).length }
        : row,
    )
  }

  const need = async (id: string): Promise<ToolRow> => {
    const found = (await rows()).find((one) => one.id === id)
    if (!found) throw notFound('tool')
    return found
  }

  return [
    answer(tool.list, async (question) => {
      const page = toolPage(await rows(), question)
      return { ...page, results: page.results.map(withoutUses) }
    }),
    answer(tool.read, async ({ params: { id } }) => withoutUses(await need(id))),
    answer(tool.usage, async ({ params: { id } }) => {
      const { uses } = await need(id)
      const flows = ((await definitions()) ?? []).flatMap(({ row: { id: flow, name, status }, definition }) => {
        if (!uses(definition)) return []
        const { facts } = definition
        return [{ id: flow, name, status, ...(facts ? { node_count: facts.node_count } : {}), tools: [id] }]
      })
      return { tools: [], flows, channels: [] }
    }),
  ]
}
