/** Findings in the order in which they should be mended. Pure. */
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { countIn } from '#flow/more-of-kind.ts'
import { findingWords, type FindingWords } from './finding-words.ts'

export interface FindingPlace {
  message: string
  /** The node to which one can jump; null where there is none. */
  node: { id: string; name: string } | null
  /** The edge that it is about, where both its ends are there. */
  edge: string | null
}

/** All findings of one kind: why and what to do stand once. */
interface FindingKind extends FindingWords {
  code: string
  /** With those that the service counts and does not list. */
  count: number
  places: FindingPlace[]
}

interface FindingLevelGroup {
  level: Finding['level']
  count: number
  kinds: FindingKind[]
}

const levels: readonly Finding['level'][] = ['error', 'warning', 'info']

type Parts = Pick<FlowDetail, 'nodes' | 'edges' | 'validation'>

/** Where a finding is: its node, or its edge with the node where it begins; of an edge to nowhere the end that is there. */
function placeFinder({ nodes, edges }: Parts): (finding: Finding) => Omit<FindingPlace, 'message'> {
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

/** What keeps the flow from running first, then the rest; within a level by kind, in the order of the service. */
export function findingGroups(flow: Parts): FindingLevelGroup[] {
  const placeOf = placeFinder(flow)
  return levels.flatMap((level) => {
    const found = flow.validation.filter((finding) => finding.level === level)
    if (found.length === 0) return []
    const kinds = new Map<string, FindingKind>()
    for (const finding of found) {
      const { code, message } = finding
      const kind = kinds.get(code) ?? { code, ...findingWords(finding), count: 0, places: [] }
      kinds.set(code, kind)
      kind.count += countIn(message)
      kind.places.push({ message, ...placeOf(finding) })
    }
    const all = [...kinds.values()]
    return [{ level, count: all.reduce((sum, { count }) => sum + count, 0), kinds: all }]
  })
}
