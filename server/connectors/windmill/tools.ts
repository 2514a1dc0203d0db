/** Scripts, resources and variables of Windmill as tools; never a value. */
import type { Tool } from '#contract/tool.ts'
import type { ConnectorHandler, Known } from '#server/connectors/connector.ts'
import { toolEndpoints, usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
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

/** The tools with their users; without these if there are too many flows to read them all. */
async function usedTools(state: WindmillState): Promise<UsedTool[]> {
  const [tools, { rows, isComplete }] = await Promise.all([allTools(state), state.flows.read()])
  const isReadable = isComplete && rows.length <= maxReadFlows
  if (isReadable) await state.loadDefinitions(rows)
  const usersOf = (uses: Uses): string[] =>
    rows.flatMap(({ id }) => {
      const definition = state.definitionOf(id)
      return definition && uses(definition) ? [id] : []
    })
  return tools.map(({ uses, ...row }) => {
    const users = isReadable ? usersOf(uses) : []
    // The code of scripts may name resources and variables too, so only uses of scripts can be counted.
    return isReadable && row.category === 'code' ? { ...row, ...usedBy(users) } : { ...row, users }
  })
}

export const toolHandlers = (state: WindmillState): ConnectorHandler[] =>
  toolEndpoints({
    all: () => usedTools(state),
    flowOf: (id) => {
      const row = state.flows.get(id)
      return row && { ...row, ...state.definitionOf(id)?.facts }
    },
  })
