/** Findings in the order in which they should be mended. Pure. */
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { findingWords, type FindingWords } from './finding-words.ts'

export interface FindingPlace {
  message: string
  /** The node to which one can jump; null where there is none. */
  node: { id: string; name: string } | null
}

/** All findings of one kind: why and what to do stand once. */
export interface FindingKind extends FindingWords {
  code: string
  places: FindingPlace[]
}

export interface FindingLevelGroup {
  level: Finding['level']
  count: number
  kinds: FindingKind[]
}

const levels: readonly Finding['level'][] = ['error', 'warning', 'info']

type Parts = Pick<FlowDetail, 'nodes' | 'edges' | 'validation'>

/** The node that a finding is about; of an edge, the end that is there. */
function nodeFinder({ nodes, edges }: Parts): (finding: Finding) => FindingPlace['node'] {
  const byId = new Map(nodes.map(({ id, name }) => [id, { id, name: name || id }]))
  const edgesById = new Map(edges.map((edge) => [edge.id, edge]))
  return ({ node_id: node, edge_id: edgeId }) => {
    if (node !== undefined) return byId.get(node) ?? null
    const edge = edgeId === undefined ? undefined : edgesById.get(edgeId)
    return edge === undefined ? null : (byId.get(edge.source) ?? byId.get(edge.target) ?? null)
  }
}

/** What keeps the flow from running first, then the rest; within a level by kind, in the order of the service. */
export function findingGroups(flow: Parts): FindingLevelGroup[] {
  const nodeOf = nodeFinder(flow)
  return levels.flatMap((level) => {
    const found = flow.validation.filter((finding) => finding.level === level)
    if (found.length === 0) return []
    const kinds = new Map<string, FindingKind>()
    for (const finding of found) {
      const { code, message } = finding
      const kind = kinds.get(code) ?? { code, ...findingWords(finding), places: [] }
      kinds.set(code, kind)
      kind.places.push({ message, node: nodeOf(finding) })
    }
    return [{ level, count: found.length, kinds: [...kinds.values()] }]
  })
}
