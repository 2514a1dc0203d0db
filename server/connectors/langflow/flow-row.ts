/** One flow of Langflow as the row of a flow, with what other lists need of its nodes. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { isRecord, listOf, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { factsOf } from '#server/connectors/flow-file.ts'
import type { LangflowFlow } from './langflow-schemas.ts'

export interface FlowRow {
  /** Without a status: Langflow has none, every saved flow answers. */
  flow: Known<FlowSummary> & { id: string; name: string }
  nodes: readonly { id: string; type: string }[]
  /** Names of global variables that its nodes read. */
  variables: ReadonlySet<string>
}

/** A flow in the form of Langflow's files. */
export function documentOf({ name, description, data }: LangflowFlow): JsonRecord {
  const graph = { ...data, nodes: listOf(data?.['nodes']), edges: listOf(data?.['edges']) }
  return { name, description: description ?? '', data: graph }
}

const nodesOf = ({ data }: LangflowFlow): JsonRecord[] => listOf(data?.['nodes']).filter(isRecord)

function variablesOf(nodes: readonly JsonRecord[]): Set<string> {
  const fields = nodes.flatMap((node) =>
    Object.values(recordOf(recordOf(recordOf(node['data'])['node'])['template'])).filter(isRecord),
  )
  const names = fields.flatMap((field) => (field['load_from_db'] === true ? [textOf(field['value'])] : []))
  return new Set(names.filter((name) => name !== ''))
}

/** The row of a flow. `project`: name of its project, which is shown as a tag; null = unknown. */
export function flowRowOf(found: LangflowFlow, project: string | null): FlowRow {
  const { id, name, description, updated_at: updatedAt, tags } = found
  const nodes = nodesOf(found)
  const facts = factsOf('Langflow', documentOf(found), name)
  return {
    flow: {
      ...facts,
      id,
      name,
      description: description ?? '',
      tags: [...new Set([...(project === null ? [] : [project]), ...(tags ?? [])])],
      ...(updatedAt ? { updated_at: updatedAt } : {}),
      sample: false,
    },
    nodes: nodes.map((node) => ({ id: textOf(node['id']), type: textOf(recordOf(node['data'])['type']) })),
    variables: variablesOf(nodes),
  }
}
