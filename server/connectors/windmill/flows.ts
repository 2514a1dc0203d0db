/** Endpoints of flows. */
import { flow, type FlowSummary } from '#contract/flow.ts'
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { answer, FileAnswer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { tagList } from '#server/connectors/tag-list.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import { invalid, Fault } from '#server/base/fault.ts'
import { FlowAccess, slugOf } from './flow-access.ts'
import { triggerTypesOf } from './trigger-types.ts'
import type { WindmillState } from './windmill-state.ts'

/** The lists: flows and tags. */
function listHandlers(state: WindmillState): ConnectorHandler[] {
  const withDefinition = (row: Known<FlowSummary> & { id: string }) => ({
    ...row,
    ...state.definitionOf(row.id)?.facts,
  })

  const rows = async () => {
    const { rows: kept, isComplete } = await state.flows.read()
    const runs = await state.runs.read()
    const figuresOf = state.facts.figures(runs)
    const types = triggerTypesOf(await state.triggers())
    const known = kept.map((row) => withDefinition({ ...figuresOf(row.id), ...types.get(row.id), ...row }))
    return { kept, rows: known, isComplete }
  }

  return [
    answer(flow.list, async ({ query, filter }) => {
      const question = { query: { ordering: '-updated_at', ...query }, filter }
      // Only an order by the definition needs those of all flows.
      if (/node_count/.test(question.query.ordering)) await state.loadDefinitions((await rows()).kept)
      const all = await rows()
      const page = listPage(flow.list, all, question)
      const shown = new Set(page.results.map(({ id }) => id))
      await state.loadDefinitions(all.kept.filter(({ id }) => shown.has(id)))
      return { ...page, results: page.results.map(withDefinition) }
    }),
    answer(flow.tags, async () => tagList((await state.flows.read()).rows.map(({ tags }) => tags))),
  ]
}

/** Fields of Windmill's own export, and those that it adds if they are set. */
const exportedFields = ['summary', 'description', 'value', 'schema']
const exportedIfSet = [
  'dedicated_worker',
  'visible_to_runner_only',
  'on_behalf_of_email',
  'ws_error_handler_muted',
  'tag',
]

const exportOf = (document: JsonRecord): JsonRecord =>
  Object.fromEntries([
    ...exportedFields.flatMap((name) => (document[name] === undefined ? [] : [[name, document[name]]])),
    ...exportedIfSet.flatMap((name) => (document[name] ? [[name, document[name]]] : [])),
  ])

/** The flow in a file: an export, an answer of the hub with the flow in an envelope, or the value of a flow alone. */
function flowIn(document: Json): JsonRecord {
  const top = recordOf(Array.isArray(document) && document.length === 1 ? document[0] : document)
  if (isRecord(top['value'])) return top
  if (isRecord(recordOf(top['flow'])['value'])) return recordOf(top['flow'])
  if (Array.isArray(top['modules'])) return { value: top }
  throw new Fault('not_a_template', 'Import one flow at a time, as Windmill exports it.')
}

/** Files: export and import. */
function fileHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.export, async ({ params: { id } }) => {
      const { flow: found, document } = await access.read(id)
      const text = JSON.stringify(exportOf(document), null, 4)
      return new FileAnswer(`${text}\n`, `${found.summary || found.path.replaceAll('/', '-')}.json`)
    }),
    answer(flow.import, async ({ body }) => {
      const document = flowIn(ownFileOf({ title: 'Windmill', format: 'windmill' }, body.template))
      const path = textOf(document['path'])
      const summary = body.name ?? textOf(document['summary'])
      // A copy with another name gets a path of its own.
      const wanted = body.name === undefined ? path : ''
      const created = await access.create({ ...document, summary }, wanted, summary || path.replace(/^.*\//, ''))
      return {
        ...(await access.detailOf(created)),
        import: unchangedImport('windmill'),
      }
    }),
  ]
}

/** One flow: reading and changing it. */
function singleHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.read, async ({ params }) => access.detailOf(await access.read(params.id))),
    answer(flow.create, async ({ body: { name, description = '' } }) => {
      const body = { summary: name, description, value: { modules: [] }, schema: emptySchema }
      return access.detailOf(await access.create(body, '', slugOf(name)))
    }),
    answer(flow.rename, ({ params: { id }, body: { name, description }, expected }) =>
      access.change(id, expected, (current) =>
        access.update(current, {
          ...(name === undefined ? {} : { summary: name }),
          ...(description === undefined ? {} : { description }),
        }),
      ),
    ),
    answer(flow.remove, async ({ params: { id } }) => {
      await access.remove(id)
      return null
    }),
    answer(flow.activate, ({ params: { id }, expected }) =>
      access.change(id, expected, async (current) =>
        current.flow.archived === true ? access.archive(current, false) : current,
      ),
    ),
    answer(flow.archive, ({ params: { id }, expected }) =>
      access.change(id, expected, (current) => access.archive(current, true)),
    ),
    answer(flow.tag, ({ params: { id }, body: { tags }, expected }) => {
      if (tags.some((tag) => tag.trim() === '')) throw invalid('tags', 'A label of Windmill cannot be empty.')
      return access.change(id, expected, (current) => access.update(current, { labels: [...tags] }))
    }),
  ]
}

/** Schema of a flow without inputs, as Windmill's editor begins. */
const emptySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {},
  required: [],
}

/** Endpoints of flows. */
export function flowHandlers(state: WindmillState): ConnectorHandler[] {
  const access = new FlowAccess(state)
  return [...listHandlers(state), ...singleHandlers(access), ...fileHandlers(access)]
}
