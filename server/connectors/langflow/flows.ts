/** Endpoints of flows, from Langflow's flows; their projects are shown as tags. */
import { flow } from '#contract/flow.ts'
import { listOf, recordOf, textOf, type Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { fileDepth } from '#flow/file/read.ts'
import { Fault } from '#server/base/fault.ts'
import { answer, FileAnswer, type ConnectorHandler } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { tagList } from '#server/connectors/tag-list.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import { FlowAccess } from './flow-access.ts'
import type { LangflowState } from './langflow-state.ts'

/** The lists: flows and tags. */
function listHandlers(state: LangflowState, access: FlowAccess): ConnectorHandler[] {
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

/** Throws unless a document is a file that Langflow imports: one flow, or a list with one. */
function checkFile(document: Json): void {
  const top = recordOf(document)
  const flows = 'flows' in top ? listOf(top['flows']) : 'data' in top ? [top] : []
  if (flows.length > 1)
    throw new Fault('several_flows', `The file contains ${flows.length} flows. Import them one by one.`)
  if (flows.length === 0)
    throw new Fault('not_a_template', 'The flow in this file is wrapped in a way that Langflow does not read.')
}

/** Files: export and import. */
function fileHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.export, async ({ params: { id } }) => {
      const text = await access.download(id)
      const json = parseJson(text, { depth: fileDepth })
      if (!json.ok) throw new Fault('upstream_broken', 'Langflow exported this flow in a form that is not JSON.')
      return new FileAnswer(text, `${textOf(recordOf(json.value)['name']) || 'flow'}.json`)
    }),
    answer(flow.import, async ({ body: { template, name } }) => {
      const document = ownFileOf({ title: 'Langflow', format: 'langflow' }, template)
      checkFile(document)
      const created = await access.upload(typeof template === 'string' ? template : JSON.stringify(document))
      const named = name === undefined || name === created.name ? created : await access.update(created.id, { name })
      return {
        ...(await access.detailOf(named)),
        import: unchangedImport('langflow'),
      }
    }),
  ]
}

/** One flow: reading and changing it. */
function singleHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.read, async ({ params }) => access.detailOf(await access.read(params.id))),
    answer(flow.create, async ({ body: { name, description = '' } }) =>
      access.detailOf(await access.create({ name, description, data: { nodes: [], edges: [] } })),
    ),
    answer(flow.rename, async ({ params: { id }, body: { name, description } }) =>
      access.detailOf(await access.update(id, { name, description })),
    ),
    answer(flow.remove, async ({ params: { id } }) => {
      await access.remove(id)
      return null
    }),
    answer(flow.duplicate, async ({ params: { id }, body }) => {
      const { name, description, data, folder_id: project } = await access.read(id)
      return access.detailOf(
        await access.create({ name: body.name ?? `${name} (copy)`, description, data, folder_id: project }),
      )
    }),
  ]
}

/** Endpoints of flows. */
export function flowHandlers(state: LangflowState): ConnectorHandler[] {
  const access = new FlowAccess(state)
  return [...listHandlers(state, access), ...singleHandlers(access), ...fileHandlers(access)]
}
