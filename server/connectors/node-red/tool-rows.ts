/** Config nodes and subflows of Node-RED as tools; never with their settings, which may be secret. Pure. */
import type { Tool } from '#contract/tool.ts'
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
import { idOfItem, nameOf, typeOf, usesOf, type FlowsIndex, type Sheet, type Uses } from './flows-index.ts'

type ToolFacts = Known<Tool> & Pick<Tool, 'id' | 'key' | 'name' | 'category'>

const plain = { config: {}, input_schema: null, output_schema: null, sample: false } as const

const configTool = (item: JsonRecord): ToolFacts => ({
  ...plain,
  id: `config.${idOfItem(item)}`,
  key: typeOf(item),
  name: nameOf(item),
  description: textOf(item['info']) || `Config node of the type ${typeOf(item)}`,
  category: 'global',
  enabled: item['d'] !== true,
})

const subflowTool = ({ id, owner }: Sheet): ToolFacts => ({
  ...plain,
  id: `subflow.${id}`,
  key: id,
  name: nameOf(owner),
  description: textOf(owner['info']) || 'Subflow',
  category: 'transform',
  enabled: true,
})

const usedTools = ({ subflows, configs }: Uses, index: FlowsIndex): ToolFacts[] => [
  ...[...index.subflows.values()].filter(({ id }) => subflows.has(id)).map(subflowTool),
  ...[...index.configs].filter(([id]) => configs.has(id)).map(([, item]) => configTool(item)),
]

/** The tools that a tab uses. */
export const toolsOf = (sheet: Sheet, index: FlowsIndex): ToolFacts[] => usedTools(usesOf(sheet, index), index)

/** All tools, with the ids of the tabs that use them. */
export function allTools(index: FlowsIndex): UsedTool[] {
  const uses = index.tabs.map((sheet) => ({ id: sheet.id, ...usesOf(sheet, index) }))
  const withUsers = (tool: ToolFacts, users: string[]): UsedTool => ({ ...tool, ...usedBy(users) })
  return [
    ...[...index.subflows.values()].map((sheet) =>
      withUsers(
        subflowTool(sheet),
        uses.filter(({ subflows }) => subflows.has(sheet.id)).map(({ id }) => id),
      ),
    ),
    ...[...index.configs].map(([config, item]) =>
      withUsers(
        configTool(item),
        uses.filter(({ configs }) => configs.has(config)).map(({ id }) => id),
      ),
    ),
  ]
}
