/** One flow of Windmill as the row of a list. Pure. */
import type { FlowStatus, FlowSummary } from '#contract/flow.ts'
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { factsOf, type DefinitionFacts } from '#server/connectors/flow-file.ts'
import { idOfPath } from './windmill-ids.ts'
import type { ListedFlow } from './windmill-schemas.ts'

export type FlowRow = Known<FlowSummary> & {
  id: string
  name: string
  status: FlowStatus
  tags: string[]
  updated_at: string
}

/** Windmill has no pause: a deployed flow runs whenever it is called. */
const statusOf = ({ archived, draft_only }: ListedFlow): FlowStatus =>
  archived === true ? 'archived' : draft_only === true ? 'draft' : 'active'

export function flowRowOf(flow: ListedFlow): FlowRow {
  const { path, summary, description, labels, edited_at } = flow
  return {
    id: idOfPath(path),
    name: summary || path,
    description: description ?? '',
    status: statusOf(flow),
    tags: labels ?? [],
    updated_at: edited_at,
    sample: false,
  }
}

/** What the definition of a flow says, for lists. */
export interface FlowDefinitionFacts {
  /** Null if the reader refuses the definition. */
  facts: Omit<DefinitionFacts, 'trigger_types' | 'description'> | null
  /** Paths of the scripts that its modules run. */
  scripts: ReadonlySet<string>
  /** Resources and variables that its inputs name: "$res:f/shop/db", "$var:f/shop/token". */
  references: ReadonlySet<string>
}

/** Visits every value of a document. Not recursive: loops may be nested deeply. */
function* valuesIn(document: Json): Generator<Json> {
  const open: Json[] = [document]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next))
  }
}

export function definitionFactsOf(document: JsonRecord, name: string): FlowDefinitionFacts {
  const scripts = new Set<string>()
  const references = new Set<string>()
  for (const value of valuesIn(recordOf(document['value']))) {
    if (isRecord(value) && value['type'] === 'script') scripts.add(textOf(value['path']))
    if (typeof value === 'string' && /^\$(?:res|var):/.test(value)) references.add(value)
  }
  const found = factsOf('Windmill', document, name)
  const facts = found && {
    node_count: found.node_count,
    edge_count: found.edge_count,
    validation_summary: found.validation_summary,
  }
  return { facts, scripts, references }
}
