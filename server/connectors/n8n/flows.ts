/** Endpoints of flows, from n8n's workflows. */
import { z } from 'zod'
import { flow, type FlowSummary } from '#contract/flow.ts'
import { recordOf } from '#lib/json/json.ts'
import { answer, FileAnswer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { tagList } from '#server/connectors/tag-list.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import { Fault } from '#server/base/fault.ts'
import { api, rowsOf } from './n8n-client.ts'
import { N8nTag } from './n8n-schemas.ts'
import type { N8nState } from './n8n-state.ts'
import { WorkflowAccess, workflowPath, writtenBody } from './workflow-access.ts'

/** The lists: flows and tags. */
function listHandlers(state: N8nState): ConnectorHandler[] {
  const rows = async (): Promise<{ rows: Known<FlowSummary>[]; isComplete: boolean }> => {
    const { rows: kept, isComplete } = await state.workflows.read()
    const runs = await state.runs.read()
    const figuresOf = state.facts.figures(runs)
    return { rows: kept.map(({ flow: row }) => ({ ...figuresOf(row.id), ...row })), isComplete }
  }

  return [
    answer(flow.list, async ({ query, filter }) =>
      listPage(flow.list, await rows(), { query: { ordering: '-updated_at', ...query }, filter }),
    ),
    answer(flow.tags, async () =>
      tagList((await state.workflows.read()).rows.map(({ tags }) => tags.map(({ name }) => name))),
    ),
  ]
}

/** Files: export and import. */
function fileHandlers(access: WorkflowAccess): ConnectorHandler[] {
  return [
    answer(flow.export, async ({ params: { id } }) => {
      const { workflow, document } = await access.read(id)
      // Exactly what n8n gives: only the layout of the JSON is ours.
      return new FileAnswer(`${JSON.stringify(document, null, 2)}\n`, `${workflow.name}.json`)
    }),
    answer(flow.import, async ({ body }) => {
      const document = ownFileOf({ title: 'n8n', format: 'n8n' }, body.template)
      const [only, ...others] = Array.isArray(document) ? document : [document]
      if (only === undefined || others.length > 0)
        throw new Fault('several_flows', `The file contains ${others.length + 1} workflows. Import them one by one.`)
      const written = writtenBody(recordOf(only))
      const created = await access.create({ ...written, name: body.name ?? written['name'] ?? 'Imported workflow' })
      return {
        ...(await access.detailOf(created)),
        import: unchangedImport('n8n'),
      }
    }),
  ]
}

/** One flow: reading and changing it. */
function singleHandlers(state: N8nState, access: WorkflowAccess): ConnectorHandler[] {
  const { client } = state
  return [
    answer(flow.read, async ({ params }) => access.detailOf(await access.read(params.id))),
    answer(flow.create, async ({ body }) =>
      access.detailOf(await access.create({ name: body.name, nodes: [], connections: {}, settings: {} })),
    ),
    answer(flow.rename, ({ params: { id }, body: { name, description }, expected }) =>
      access.change(id, expected, ({ document }) =>
        access.update(id, {
          ...writtenBody(document),
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
        }),
      ),
    ),
    answer(flow.remove, async ({ params: { id } }) => {
      await client.json(z.unknown(), workflowPath(id), { method: 'DELETE' })
      state.workflows.remove(id)
      state.runs.removeAll((run) => run.flow.id === id)
      return null
    }),
    answer(flow.activate, ({ params: { id }, expected }) =>
      access.change(id, expected, () => access.act(id, 'activate')),
    ),
    answer(flow.pause, ({ params: { id }, expected }) =>
      access.change(id, expected, ({ workflow }) =>
        access.act(id, workflow.isArchived === true ? 'unarchive' : 'deactivate'),
      ),
    ),
    answer(flow.archive, ({ params: { id }, expected }) =>
      access.change(id, expected, () => access.act(id, 'archive')),
    ),
    answer(flow.tag, ({ params: { id }, body: { tags }, expected }) =>
      access.change(id, expected, async () => {
        const known = await rowsOf(client, N8nTag, '/tags')
        const ids: { id: string }[] = []
        for (const name of tags) {
          const found = known.find((tag) => tag.name === name)
          const tag = found ?? (await client.json(N8nTag, `${api}/tags`, { method: 'POST', body: { name } }))
          ids.push({ id: tag.id })
        }
        await client.json(z.unknown(), `${workflowPath(id)}/tags`, { method: 'PUT', body: ids })
        return access.read(id)
      }),
    ),
  ]
}

/** Endpoints of flows. */
export function flowHandlers(state: N8nState): ConnectorHandler[] {
  const access = new WorkflowAccess(state)
  return [...listHandlers(state), ...singleHandlers(state, access), ...fileHandlers(access)]
}
