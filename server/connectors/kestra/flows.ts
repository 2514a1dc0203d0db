/** Endpoints of flows. */
import { stringify } from 'yaml'
import { flow, type FlowSummary } from '#contract/flow.ts'
import { recordOf, textOf, type Json } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { answer, FileAnswer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { tagList } from '#server/connectors/tag-list.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import { FlowAccess } from './flow-access.ts'
import { idOfFlow, keyOfFlow } from './kestra-ids.ts'
import type { KestraState } from './kestra-state.ts'

/**
 * The lists: flows and tags. Kestra's own search finds words of the source, and it does not know runs, so that the
 * contract's filters and orders are computed over all flows.
 */
function listHandlers(state: KestraState): ConnectorHandler[] {
  const rows = async (): Promise<{ rows: Known<FlowSummary>[]; isComplete: boolean }> => {
    const [{ rows: kept, isComplete }, runs] = await Promise.all([state.flows.read(), state.runs.read()])
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

/** 409: Kestra would refuse the file too, but its update would overwrite the flow. */
const existing = (namespace: string, flowId: string): Fault =>
  new Fault(
    'conflict',
    `Kestra already has a flow “${flowId}” in the namespace “${namespace}”. Nothing was changed. Change the id in the file, or delete the flow first.`,
  )

/** Files: export and import. */
function fileHandlers(access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.export, async ({ params: { id } }) => {
      const { source } = await access.read(id)
      return new FileAnswer(source, `${keyOfFlow(id).flowId}.yaml`, 'application/yaml')
    }),
    answer(flow.import, async ({ body: { template, name } }) => {
      const document = recordOf(ownFileOf({ title: 'Kestra', format: 'kestra' }, template))
      const [namespace, flowId] = [textOf(document['namespace']), textOf(document['id'])]
      if (name !== undefined && name !== flowId)
        throw invalid('name', `Kestra names a flow by its id, which is “${flowId}” in the file.`)
      if (await access.exists({ namespace, flowId })) throw existing(namespace, flowId)
      const created = await access.create(sourceOf(template)).catch((error: unknown) => {
        // Somebody else may have created it in the meantime.
        throw error instanceof Fault && /already exists/i.test(error.message) ? existing(namespace, flowId) : error
      })
      return {
        ...(await access.detailOf(created)),
        import: unchangedImport('kestra'),
      }
    }),
  ]
}

/** The YAML of an import: as it was sent, with its comments, if it is a text. */
const sourceOf = (template: Json): string => (typeof template === 'string' ? template : stringify(template))

/** One flow: reading and changing it. */
function singleHandlers(state: KestraState, access: FlowAccess): ConnectorHandler[] {
  return [
    answer(flow.read, async ({ params }) => access.detailOf(await access.read(params.id))),
    answer(flow.remove, async ({ params: { id } }) => {
      const key = keyOfFlow(id)
      await state.client.text(access.pathOf(key), { method: 'DELETE' })
      state.flows.remove(idOfFlow(key))
      return null
    }),
    answer(flow.activate, ({ params: { id }, expected }) =>
      access.change(id, expected, () => access.setDisabled(id, false)),
    ),
    answer(flow.pause, ({ params: { id }, expected }) =>
      access.change(id, expected, () => access.setDisabled(id, true)),
    ),
  ]
}

export function flowHandlers(state: KestraState): ConnectorHandler[] {
  const access = new FlowAccess(state)
  return [...listHandlers(state), ...singleHandlers(state, access), ...fileHandlers(access)]
}
