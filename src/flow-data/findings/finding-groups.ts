/** Findings by urgency. Pure. */
import type { Finding, FlowDetail } from '#contract/flow.ts'
import {
  findingClass,
  findingClasses,
  findingCount,
  isOmittedMessage,
  type FindingClass,
} from '#flow/health/findings.ts'
import { findingText, type FindingText } from './finding-words.ts'

export interface FindingLocation {
  message: string
  /** The node to jump to; null if there is none. */
  node: { id: string; name: string } | null
  /** The edge concerned, if both its ends exist. */
  edge: string | null
}

/** All findings of one code, with a shared explanation and remedy. */
interface FindingsOfCode extends FindingText {
  code: string
  /** Including those that the service counts without listing them. */
  count: number
  /** Of the listed findings. */
  locations: FindingLocation[]
}

interface FindingGroup {
  kind: FindingClass
  count: number
  codes: FindingsOfCode[]
}

type FlowParts = Pick<FlowDetail, 'nodes' | 'edges' | 'validation'>

/**
 * Place of a finding: its edge with the source node, if both ends exist; else its node; else the existing end of the
 * edge.
 */
function locationFinder({ nodes, edges }: FlowParts): (finding: Finding) => Omit<FindingLocation, 'message'> {
  const byId = new Map(nodes.map(({ id, name }) => [id, { id, name: name || id }]))
  const edgesById = new Map(edges.map((edge) => [edge.id, edge]))
  return ({ node_id: nodeId, edge_id: edgeId }) => {
    const edge = edgeId === undefined ? undefined : edgesById.get(edgeId)
    const [source, target] = edge === undefined ? [] : [byId.get(edge.source), byId.get(edge.target)]
    if (edge !== undefined && source !== undefined && target !== undefined)
      return { node: { id: source.id, name: `${source.name} → ${target.name}` }, edge: edge.id }
    const node = nodeId === undefined ? undefined : byId.get(nodeId)
    return { node: node ?? source ?? target ?? null, edge: null }
  }
}

/** The most urgent findings first; within a class by code, in the order of the service. */
export function findingGroups(flow: FlowParts): FindingGroup[] {
  const locationOf = locationFinder(flow)
  return findingClasses.flatMap((kind) => {
    const found = flow.validation.filter((finding) => findingClass(finding) === kind)
    if (found.length === 0) return []
    const byCode = new Map<string, FindingsOfCode>()
    for (const finding of found) {
      const { code, message } = finding
      const ofCode = byCode.get(code) ?? { code, ...findingText(finding), count: 0, locations: [] }
      byCode.set(code, ofCode)
      ofCode.count += findingCount(message)
      if (!isOmittedMessage(message)) ofCode.locations.push({ message, ...locationOf(finding) })
    }
    const codes = [...byCode.values()]
    return [{ kind, count: codes.reduce((sum, { count }) => sum + count, 0), codes }]
  })
}
