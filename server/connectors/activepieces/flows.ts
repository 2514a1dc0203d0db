/** Endpoints of flows. */
import { flow, type FlowSummary } from '#contract/flow.ts'
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { answer, FileAnswer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { tagList } from '#server/connectors/tag-list.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import type { ActivepiecesState } from './activepieces-state.ts'
import { FlowAccess } from './flow-access.ts'

/** The lists: flows and tags. */
function listHandlers(state: ActivepiecesState): ConnectorHandler[] {
  const rows = async (): Promise<{ rows: Known<FlowSummary>[]; isComplete: boolean }> => {
    const { rows: kept, isComplete } = await state.flows.read()
    const runs = await state.runs.read()
    const figuresOf = state.facts.figures(runs)
    return { rows: kept.map(({ flow: row }) => ({ ...figuresOf(row.id), ...row })), isComplete }
  }

  return [
    answer(flow.list, async ({ query, filter }) =>
      listPage(flow.list, await rows(), { query: { ordering: '-updated_at', ...query }, filter }),
    ),
    answer(flow.tags, async () => tagList((await state.flows.read()).rows.map((row) => row.flow.tags ?? []))),
  ]
}

/** The flows of a file: the current form has a list, old ones one flow, or a flow alone. */
function flowsIn(document: Json): JsonRecord[] {
  const top = recordOf(document)
  const listed = listOf(top['flows']).filter(isRecord)
  if (listed.length > 0) return listed
  return [isRecord(top['template']) ? top['template'] : top]
}

/** Files: export and import. */
function fileHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.export, async ({ params: { id } }) => {
      const template = await access.template(id)
      // Exactly what Activepieces gives: only the layout of the JSON is ours.
      return new FileAnswer(`${JSON.stringify(template, null, 2)}\n`, `${textOf(template['name']) || 'flow'}.json`)
    }),
    answer(flow.import, async ({ body }) => {
      const document = ownFileOf({ title: 'Activepieces', format: 'activepieces' }, body.template)
      const [only, ...others] = flowsIn(document)
      if (only === undefined || others.length > 0)
        throw new Fault('several_flows', `The file contains ${others.length + 1} flows. Import them one by one.`)
      const { trigger = null, schemaVersion = null, notes = null } = only
      const name = body.name ?? (textOf(only['displayName']) || textOf(recordOf(document)['name']) || 'Imported flow')
      const { flow: created } = await access.create(name)
      const request = { displayName: name, trigger, schemaVersion, notes }
      const imported = await access.apply(created.id, 'IMPORT_FLOW', request).catch(async (error: unknown) => {
        // A file that Activepieces refuses must not leave an empty flow.
        await access.remove(created.id).catch(() => undefined)
        throw error
      })
      return {
        ...(await access.detailOf(imported)),
        import: unchangedImport('activepieces'),
      }
    }),
  ]
}

/** One flow: reading and changing it. */
function singleHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.read, async ({ params }) => access.detailOf(await access.read(params.id))),
    answer(flow.create, async ({ body }) => access.detailOf(await access.create(body.name))),
    answer(flow.rename, async ({ params: { id }, body: { name, description } }) => {
      if (description !== undefined) throw invalid('description', 'Flows of Activepieces have no description.')
      const found = name === undefined ? access.read(id) : access.apply(id, 'CHANGE_NAME', { displayName: name })
      return access.detailOf(await found)
    }),
    answer(flow.remove, async ({ params: { id } }) => {
      await access.remove(id)
      return null
    }),
    answer(flow.activate, async ({ params: { id } }) => {
      const { flow: current } = await access.read(id)
      // A flow that was never published has no version that could run.
      const operation = current.publishedVersionId == null ? 'LOCK_AND_PUBLISH' : 'CHANGE_STATUS'
      return access.detailOf(await access.apply(id, operation, { status: 'ENABLED' }))
    }),
    answer(flow.pause, async ({ params: { id } }) =>
      access.detailOf(await access.apply(id, 'CHANGE_STATUS', { status: 'DISABLED' })),
    ),
  ]
}

export function flowHandlers(state: ActivepiecesState): ConnectorHandler[] {
  const access = new FlowAccess(state)
  return [...listHandlers(state), ...singleHandlers(access), ...fileHandlers(access)]
}
