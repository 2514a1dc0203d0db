/** One workflow of n8n as the row of a flow, with what other lists need of its nodes. Pure. */
import type { FlowStatus, FlowSummary } from '#contract/flow.ts'
import type { Known } from '#server/connectors/connector.ts'
import { mapN8nNode } from '#flow/formats/node-types/n8n-node.ts'
import { versionDigest } from '#server/connectors/version-digest.ts'
import { isRecord, listOf, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import type { N8nNode, Workflow, WorkflowDocument } from './n8n-schemas.ts'

/** n8n has no draft: a workflow that is not active is paused. */
const statusOf = ({ active, isArchived }: Workflow): FlowStatus =>
  isArchived === true ? 'archived' : active ? 'active' : 'paused'

/** The parts of a trigger that make it a channel. */
export interface TriggerNode {
  id: string
  name: string
  type: string
  /** Path or id of its webhook; null if it has none. */
  path: string | null
}

export interface WorkflowRow {
  flow: Known<FlowSummary> & { id: string; name: string; status: FlowStatus; updated_at: string }
  tags: readonly { id: string; name: string }[]
  triggers: readonly TriggerNode[]
  /** Ids of credentials that its nodes name. */
  credentials: readonly string[]
  /** Ids of workflows that it calls. */
  calls: readonly string[]
  /** Nodes that an agent can call as tools. */
  toolNodes: readonly { id: string; name: string; type: string }[]
  /** True if other workflows can call it. */
  isCallable: boolean
  /** True if a node calls a model: only then a run can have a cost. */
  usesModel: boolean
}

/** Type without its package: "n8n-nodes-base.webhook" → "webhook". */
const bareType = (type: string): string => type.slice(type.lastIndexOf('.') + 1)

const isTrigger = (type: string): boolean =>
  /trigger$/i.test(type) || ['webhook', 'start', 'cron', 'interval'].includes(type)
const isTool = (type: string): boolean => /^tool|Tool$/.test(type) && !/^toolExecutor$/.test(type)
const isModel = (type: string): boolean =>
  /^(?:lm|embeddings)|^openAi$|^anthropic$|^googleGemini$|^mistralAi$|^ollama$/.test(type)

function calledWorkflow({ parameters = {} }: N8nNode): string | null {
  const { workflowId } = parameters
  if (typeof workflowId === 'string') return workflowId
  const value =
    typeof workflowId === 'object' && workflowId !== null && !Array.isArray(workflowId) && workflowId['value']
  return typeof value === 'string' ? value : null
}

function pathOf({ parameters = {}, webhookId }: N8nNode): string | null {
  const { path } = parameters
  if (typeof path === 'string' && path !== '') return path
  return webhookId ?? null
}

/** Numbers of nodes and of edges between existing nodes, as the reader of n8n's files counts them. */
function countsOf(document: JsonRecord): { node_count: number; edge_count: number } {
  const nodes = listOf(document['nodes'])
  const names = new Set(nodes.map((node) => textOf(recordOf(node)['name'])))
  const entries = Object.entries(recordOf(document['connections']))
    .filter(([source]) => names.has(source))
    .flatMap(([, kinds]) => Object.values(recordOf(kinds)))
    .flatMap((outputs) => listOf(outputs).flatMap(listOf))
  const edges = entries.filter((entry) => isRecord(entry) && names.has(textOf(entry['node'])))
  return { node_count: nodes.length, edge_count: edges.length }
}

/** Kinds of its triggers, as the reader of n8n's files names them. */
function triggerKinds(document: JsonRecord): string[] {
  const mapped = listOf(document['nodes'])
    .map(recordOf)
    .filter(({ type }) => isTrigger(bareType(textOf(type))))
    .map((node) => mapN8nNode(textOf(node['type']), node))
  const kinds = mapped.filter(({ type }) => type === 'trigger').map(({ config }) => textOf(config['kind']))
  return [...new Set(kinds)].filter((kind) => kind !== '').toSorted()
}

/** n8n's own versions are those of the nodes: they stay when a workflow is renamed, activated or archived. */
export const versionOf = ({ versionId = null, name, active, isArchived = false }: Workflow): number =>
  versionDigest([versionId, name, active, isArchived])

/** The row of a workflow. */
export function workflowRowOf({ workflow, document }: WorkflowDocument): WorkflowRow {
  const nodes = workflow.nodes.filter(({ disabled }) => disabled !== true)
  const tags = workflow.tags ?? []
  const of = (test: (type: string) => boolean) => nodes.filter(({ type }) => test(bareType(type)))
  const named = ({ id, name, type }: N8nNode) => ({ id: id ?? name, name, type: bareType(type) })
  return {
    flow: {
      id: workflow.id,
      name: workflow.name,
      ...(workflow.description === undefined ? {} : { description: workflow.description ?? '' }),
      status: statusOf(workflow),
      version: versionOf(workflow),
      tags: tags.map(({ name }) => name),
      created_at: workflow.createdAt,
      updated_at: workflow.updatedAt,
      ...countsOf(document),
      trigger_types: triggerKinds(document),
      sample: false,
    },
    tags: tags.map(({ id, name }) => ({ id, name })),
    triggers: of(isTrigger).map((node) => ({ ...named(node), path: pathOf(node) })),
    credentials: [
      ...new Set(nodes.flatMap(({ credentials = {} }) => Object.values(credentials).flatMap(({ id }) => id ?? []))),
    ],
    calls: [...new Set(nodes.flatMap((node) => calledWorkflow(node) ?? []))],
    toolNodes: of(isTool).map(named),
    isCallable: of((type) => type === 'executeWorkflowTrigger').length > 0,
    usesModel: of(isModel).length > 0,
  }
}
