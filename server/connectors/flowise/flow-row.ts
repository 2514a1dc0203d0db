/** One chatflow of Flowise as the row of a flow, with what other lists need of its nodes. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { fileDepth } from '#flow/file/read.ts'
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { factsOf } from '#server/connectors/flow-file.ts'
import type { Chatflow, ChatflowType } from './flowise-schemas.ts'

export interface FlowRow {
  /** Without a status: Flowise has none, every saved flow answers. Without a description, for the same reason. */
  flow: Known<FlowSummary> & { id: string; name: string; created_at: string; updated_at: string }
  type: ChatflowType
  /** Ids of credentials and custom tools, and names of variables, that its nodes use. */
  credentials: ReadonlySet<string>
  tools: ReadonlySet<string>
  variables: ReadonlySet<string>
}

/** The graph of a chatflow; without nodes if its text is none, since Flowise also stores "{}". */
export function graphOf({ flowData }: Pick<Chatflow, 'flowData'>): JsonRecord {
  const read = parseJson(flowData, { depth: fileDepth })
  const graph = read.ok ? recordOf(read.value) : {}
  return { ...graph, nodes: listOf(graph['nodes']), edges: listOf(graph['edges']) }
}

export const typeOf = ({ type }: Chatflow): ChatflowType => type ?? 'CHATFLOW'

const tagsOf = ({ category }: Chatflow): string[] =>
  (category ?? '')
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** Keys under which nodes name credentials and custom tools, at any depth of their inputs. */
const credentialKeys = ['credential', 'FLOWISE_CREDENTIAL_ID']
const toolKey = 'selectedTool'

function collect(value: Json, keys: readonly string[], found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, keys, found)
  if (!isRecord(value)) return
  for (const [key, one] of Object.entries(value)) {
    if (keys.includes(key) && textOf(one) !== '') found.add(textOf(one))
    else collect(one, keys, found)
  }
}

/** Values of the keys in the data of all nodes, without the descriptions of their parameters. */
function named(graph: JsonRecord, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const node of listOf(graph['nodes'])) {
    const { credential = null, inputs = null } = recordOf(recordOf(node)['data'])
    collect({ credential, inputs }, keys, found)
  }
  return found
}

/** The row of a chatflow. */
export function flowRowOf(chatflow: Chatflow): FlowRow {
  const { id, name, createdDate, updatedDate } = chatflow
  const graph = graphOf(chatflow)
  const facts = factsOf('Flowise', graph, name)
  return {
    flow: {
      ...(facts && {
        node_count: facts.node_count,
        edge_count: facts.edge_count,
        trigger_types: facts.trigger_types,
        validation_summary: facts.validation_summary,
      }),
      id,
      name,
      tags: tagsOf(chatflow),
      created_at: createdDate,
      updated_at: updatedDate,
      sample: false,
    },
    type: typeOf(chatflow),
    credentials: named(graph, credentialKeys),
    tools: named(graph, [toolKey]),
    variables: new Set([...chatflow.flowData.matchAll(/\$vars\.(\w+)/g)].flatMap(([, variable]) => variable ?? [])),
  }
}

/** Type of a flow from a file, which does not say it: by the categories of its nodes. */
export function typeOfGraph(graph: JsonRecord): ChatflowType {
  const categories = new Set(listOf(graph['nodes']).map((node) => textOf(recordOf(recordOf(node)['data'])['category'])))
  if (categories.has('Agent Flows')) return 'AGENTFLOW'
  return categories.has('Multi Agents') || categories.has('Sequential Agents') ? 'MULTIAGENT' : 'CHATFLOW'
}
