/** A flow from a file, for the page: its own fields, and its findings. */
import { hasPositions } from '#canvas/model/placement.ts'
import type { Finding, Template } from '#contract/flow.ts'
import { sourceFormatOf } from '#flow/visual-kind/visual-kind.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { entriesOf } from '#flow/graph/starts.ts'
import { headCounts, type FlowHead } from '#flow-data/model/flow-head.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'
import { consoleFindings } from '#flow-data/findings/console-findings.ts'

/** A flow that is not in a service: no id, no status, no version. */
export interface TemplateHead
  extends Omit<Template['flow'], 'nodes' | 'edges'>, Pick<FlowHead, 'counts' | 'hasPositions'> {
  validation: Finding[]
}

export interface OpenedTemplate {
  head: TemplateHead
  parts: GraphParts
}

/** `bytes`: a flow template in UTF-8, as `writeTemplate` writes it. Throws an error that says why it is invalid. */
export function openTemplate(bytes: Uint8Array): OpenedTemplate {
  const read = readFlowFile({ name: 'template.json', bytes })
  if (!read.ok) throw new Error(read.message)
  const [flow] = read.flows
  if (flow === undefined) throw new Error('The file contains no flow.')
  const { name, description, nodes, edges, metadata, variables, settings } = flow
  const validation = consoleFindings(flow)
  return {
    head: {
      name,
      description,
      metadata,
      variables,
      settings,
      counts: headCounts(flow),
      hasPositions: hasPositions(nodes),
      validation,
    },
    parts: { nodes, edges, validation, format: sourceFormatOf(metadata), entries: entriesOf(flow) },
  }
}
