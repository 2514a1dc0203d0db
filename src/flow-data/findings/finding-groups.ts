/** Findings by urgency. Pure. */
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { findingCount } from '#flow/health/findings.ts'
import { findingText, type FindingText } from './finding-words.ts'

export interface FindingLocation {
  message: string
  /** The node to jump to; null if there is none. */
  node: { id: string; name: string } | null
  /** The edge concerned, if both its ends exist. */
  edge: string | null
}

/** All findings of one kind, with a shared explanation and remedy. */
interface FindingKind extends FindingText {
  code: string
  /** Including those that the service counts without listing them. */
  count: number
  locations: FindingLocation[]
}

interface FindingLevelGroup {
  level: Finding['level']
  count: number
  kinds: FindingKind[]
}

const levels: readonly Finding['level'][] = ['error', 'warning', 'info']

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

/** Findings that block the flow first, then the others; within a level by kind, in the order of the service. */
export function findingGroups(flow: FlowParts): FindingLevelGroup[] {
  const locationOf = locationFinder(flow)
  return levels.flatMap((level) => {
    const found = flow.validation.filter((finding) => finding.level === level)
    if (found.length === 0) return []
    const kinds = new Map<string, FindingKind>()
    for (const finding of found) {
      const { code, message } = finding
      const kind = kinds.get(code) ?? { code, ...findingText(finding), count: 0, locations: [] }
      kinds.set(code, kind)
      kind.count += findingCount(message)
      kind.locations.push({ message, ...locationOf(finding) })
    }
    const all = [...kinds.values()]
    return [{ level, count: all.reduce((sum, { count }) => sum + count, 0), kinds: all }]
  })
}
