/** Endpoints of flows, from Flowise's chatflows and agentflows. */
import { flow } from '#contract/flow.ts'
import { listOf, recordOf, textOf, type Json } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { answer, FileAnswer, type ConnectorHandler } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { tagList } from '#server/connectors/tag-list.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import { FlowAccess } from './flow-access.ts'
import { exportedText } from './flow-export.ts'
import { graphOf, typeOf, typeOfGraph } from './flow-row.ts'
import type { FlowiseState } from './flowise-state.ts'

/** Separates the tags of a chatflow. */
const tagSeparator = ';'

/** The lists: flows and tags. */
function listHandlers(state: FlowiseState, access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.list, async ({ query, filter }) => {
      const { rows, isComplete } = await state.flows.read()
      const figuresOf = await access.figures()
      const all = rows.map((row) => ({ ...figuresOf(row), ...row.flow }))
      return listPage(flow.list, { rows: all, isComplete }, { query: { ordering: '-updated_at', ...query }, filter })
    }),
    answer(flow.tags, async () => tagList((await state.flows.read()).rows.map((row) => row.flow.tags ?? []))),
  ]
}

interface FileFlow {
  name: string
  flowData: string
  type: string
}

/** Lists of chatflows in a complete export, which also has tools, variables and more. */
const exportLists = ['AgentFlow', 'AgentFlowV2', 'AssistantFlow', 'ChatFlow']

/** The flow in a file: a graph as “Export” of a chatflow writes it, or the only row of a complete export. */
function fileFlowOf(document: Json): FileFlow {
  const top = recordOf(document)
  if (Array.isArray(top['nodes']))
    return { name: textOf(top['name']), flowData: JSON.stringify(document), type: typeOfGraph(top) }
  const rows = typeof top['flowData'] === 'string' ? [top] : exportLists.flatMap((key) => listOf(top[key]))
  if (rows.length > 1)
    throw new Fault('several_flows', `The file contains ${rows.length} flows. Import them one by one.`)
  const row = recordOf(rows[0])
  const flowData = textOf(row['flowData'])
  return { name: textOf(row['name']), flowData, type: textOf(row['type']) || typeOfGraph(graphOf({ flowData })) }
}

/** Files: export and import. */
function fileHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.export, async ({ params: { id } }) => {
      const chatflow = await access.read(id)
      const type = typeOf(chatflow)
      const kind = type === 'AGENTFLOW' || type === 'MULTIAGENT' ? 'Agents' : 'Chatflow'
      return new FileAnswer(exportedText(graphOf(chatflow)), `${chatflow.name} ${kind}.json`)
    }),
    answer(flow.import, async ({ body }) => {
      const { name, ...rest } = fileFlowOf(ownFileOf({ title: 'Flowise', format: 'flowise' }, body.template))
      const created = await access.create({ name: body.name ?? (name || 'Imported flow'), ...rest })
      return {
        ...(await access.detailOf(created)),
        import: unchangedImport('flowise'),
      }
    }),
  ]
}

/** One flow: reading and changing it. */
function singleHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.read, async ({ params }) => access.detailOf(await access.read(params.id))),
    answer(flow.create, async ({ body }) => {
      if (body.description !== undefined && body.description !== '')
        throw invalid('description', 'Flowise has no description of a flow.')
      const flowData = JSON.stringify({ nodes: [], edges: [] })
      return access.detailOf(await access.create({ name: body.name, flowData, type: 'CHATFLOW' }))
    }),
    answer(flow.rename, async ({ params: { id }, body: { name, description } }) => {
      if (description !== undefined) throw invalid('description', 'Flowise has no description of a flow.')
      return access.detailOf(name === undefined ? await access.read(id) : await access.update(id, { name }))
    }),
    answer(flow.remove, async ({ params: { id } }) => {
      await access.remove(id)
      return null
    }),
    answer(flow.duplicate, async ({ params: { id }, body }) => {
      const chatflow = await access.read(id)
      const { flowData, name } = chatflow
      return access.detailOf(
        await access.create({ name: body.name ?? `${name} (copy)`, flowData, type: typeOf(chatflow) }),
      )
    }),
    answer(flow.tag, async ({ params: { id }, body: { tags } }) => {
      const split = tags.find((tag) => tag.includes(tagSeparator))
      if (split !== undefined) throw invalid('tags', `A tag in Flowise cannot contain “${tagSeparator}”.`)
      return access.detailOf(await access.update(id, { category: tags.join(tagSeparator) }))
    }),
  ]
}

/** Endpoints of flows. */
export function flowHandlers(state: FlowiseState): ConnectorHandler[] {
  const access = new FlowAccess(state)
  return [...listHandlers(state, access), ...singleHandlers(access), ...fileHandlers(access)]
}
