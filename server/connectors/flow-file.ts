/** The definition of a flow from a product's own file, by the readers of flow/formats. */
import type { FlowDetail, ValidationSummary } from '#contract/flow.ts'
import type { RawFlow } from '#flow/draft.ts'
import { readFlowFile, type FlowFile } from '#flow/file/read.ts'
import { definitionFindings } from '#flow/health/definition-findings.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { findingCounts } from '#flow/health/findings.ts'
import { countsOf } from '#flow/node-kind.ts'
import { textOf, type Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'

/** What the definition alone says about a flow. */
export type FlowDefinition = Pick<
  FlowDetail,
  | 'nodes'
  | 'edges'
  | 'metadata'
  | 'variables'
  | 'settings'
  | 'viewport'
  | 'validation'
  | 'node_count'
  | 'edge_count'
  | 'trigger_types'
  | 'description'
> & { validation_summary: ValidationSummary }

/** Facts of a definition for the row of a list. */
export type DefinitionFacts = Pick<
  FlowDefinition,
  'node_count' | 'edge_count' | 'trigger_types' | 'description' | 'validation_summary'
>

/**
 * Reads a file of the product; secrets in it are replaced by references. Throws `upstream_broken` if the reader refuses
 * it, with the reader's sentence.
 */
export function definitionOf(title: string, file: FlowFile): FlowDefinition {
  const read = readFlowFile(file)
  if (!read.ok) throw new Fault('upstream_broken', `The console cannot read this flow of ${title}: ${read.message}`)
  const [draft] = read.flows
  if (!draft) throw new Fault('upstream_broken', `The console cannot read this flow of ${title}: it contains no flow.`)
  return definitionOfDraft(draft)
}

/** The definition of a flow that was read, or of an empty one. */
export function definitionOfDraft(draft: RawFlow): FlowDefinition {
  const { nodes, edges, metadata, variables, settings, viewport, description } = draft
  const lint = lintFlow({ ...draft, name: '', description: '' })
  const kinds = nodes.filter(({ type }) => type === 'trigger').map(({ config }) => textOf(config['kind']))
  const validation = definitionFindings(ownFindings(lint))
  const { error, warning } = findingCounts(validation)
  const counts = countsOf({ nodes, edges })
  return {
    nodes,
    edges,
    metadata,
    variables,
    settings,
    viewport,
    description,
    validation,
    validation_summary: {
      errors: error,
      warnings: warning,
      steps: lint.steps,
      foreign_steps: 0,
      faulty_steps: new Set(validation.flatMap(({ level, node_id }) => (level === 'error' && node_id) || [])).size,
      flow_errors: validation.filter(({ level, node_id }) => level === 'error' && node_id === undefined).length,
      starts_elsewhere: false,
      product: null,
    },
    node_count: counts.nodes,
    edge_count: counts.edges,
    trigger_types: [...new Set(kinds)].filter((kind) => kind !== '').toSorted(),
  }
}

/**
 * The facts of a definition alone, for the row of a list. Takes milliseconds a flow: a product with thousands of flows
 * counts its nodes itself. Null if the reader refuses the file, so that one bad flow does not hide a list.
 */
export function factsOf(title: string, document: Json, name: string): DefinitionFacts | null {
  try {
    const { node_count, edge_count, trigger_types, description, validation_summary } = definitionOf(title, {
      name,
      document,
    })
    return { node_count, edge_count, trigger_types, description, validation_summary }
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
