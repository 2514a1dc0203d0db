/** Reads and changes single workflows of n8n. */
import { z } from 'zod'
import type { FlowDetail } from '#contract/flow.ts'
import { recordOf, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { definitionOf } from '#server/connectors/flow-file.ts'
import { Fault } from '#server/base/fault.ts'
import type { Expected } from '#server/protocol/version-check.ts'
import { channelRefs } from './channels.ts'
import { api } from './n8n-client.ts'
import { WorkflowDocument } from './n8n-schemas.ts'
import type { N8nState } from './n8n-state.ts'
import { versionOf } from './workflow-row.ts'

export const workflowPath = (id: string): string => `${api}/workflows/${encodeURIComponent(id)}`

/** Settings that n8n accepts in a write; it refuses others with 400, although its own files have them. */
const writtenSettings = [
  'saveExecutionProgress',
  'saveManualExecutions',
  'saveDataErrorExecution',
  'saveDataSuccessExecution',
  'executionTimeout',
  'errorWorkflow',
  'timezone',
  'executionOrder',
  'callerPolicy',
  'callerIds',
  'timeSavedPerExecution',
  'redactionPolicy',
  'availableInMCP',
  'customTelemetryTags',
]

/** Fields of a workflow that n8n accepts in a write; the others of its files are set by n8n itself. */
const writtenFields = ['name', 'nodes', 'connections', 'settings', 'staticData', 'pinData', 'nodeGroups']

const picked = (source: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(names.flatMap((name) => (source[name] == null ? [] : [[name, source[name]]])))

/** A body that n8n accepts, from a workflow as it exports it. */
export const writtenBody = (workflow: JsonRecord): JsonRecord => ({
  ...picked(workflow, writtenFields),
  settings: picked(recordOf(workflow['settings']), writtenSettings),
})

export class WorkflowAccess {
  readonly #state: N8nState

  constructor(state: N8nState) {
    this.#state = state
  }

  read(id: string): Promise<WorkflowDocument> {
    return this.#state.client.json(WorkflowDocument, workflowPath(id))
  }

  create(body: JsonRecord): Promise<WorkflowDocument> {
    return this.#state.client.json(WorkflowDocument, `${api}/workflows`, { method: 'POST', body })
  }

  /** n8n needs the whole workflow in an update; the answer is read anew, because it lacks tags. */
  async update(id: string, body: JsonRecord): Promise<WorkflowDocument> {
    await this.#state.client.json(z.unknown(), workflowPath(id), { method: 'PUT', body })
    return this.read(id)
  }

  /** One of n8n's actions: activate, deactivate, archive, unarchive. */
  async act(id: string, action: string): Promise<WorkflowDocument> {
    await this.#state.client.json(z.unknown(), `${workflowPath(id)}/${action}`, { method: 'POST', body: {} })
    return this.read(id)
  }

  /** The flow of a workflow. */
  async detailOf(found: WorkflowDocument): Promise<Known<FlowDetail>> {
    const { workflow, document } = found
    const row = this.#state.keep(found)
    const runs = await this.#state.runs.read()
    const figures = this.#state.facts.figures(runs)(workflow.id)
    const definition = definitionOf('n8n', { name: workflow.name, document })
    return {
      ...figures,
      ...row.flow,
      ...definition,
      channels: channelRefs(row).map(({ ref }) => ref),
      description: workflow.description ?? definition.description,
    }
  }

  /**
   * The flow after a change. n8n ignores If-Match, so the version is compared before; 409 with the current flow if
   * somebody was faster.
   */
  async change(
    id: string,
    expected: Expected,
    work: (current: WorkflowDocument) => Promise<WorkflowDocument>,
  ): Promise<Known<FlowDetail>> {
    const current = await this.read(id)
    if (expected !== null && !expected.includes(versionOf(current.workflow)))
      throw new Fault(
        'version_conflict',
        'This workflow was changed in n8n in the meantime. Your change was not made.',
        { more: { current: await this.detailOf(current) } },
      )
    return this.detailOf(await work(current))
  }
}
