/** A flow read from a file, with warnings. */
import { omittedMessage } from './health/findings.ts'
import type { Edge, Node, Variable } from '#contract/flow.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface Warning {
  code: string
  message: string
  node_id?: string
}

/** An edge that was dropped because one of its nodes is missing, with the ends as named in the file. */
export interface DanglingEdge {
  source: string
  target: string
  message: string
}

/** An id that was changed because it was a duplicate or too long. */
export interface ChangedId {
  kind: 'node' | 'edge'
  from: string
  to: string
}

/** Output of a format's reader, which flow/file/read.ts turns into a `FlowDraft`. */
export interface RawFlow {
  name: string
  description: string
  nodes: Node[]
  edges: Edge[]
  /** `metadata.source` contains the fields that the reader does not map. */
  metadata: JsonRecord
  variables: Variable[]
  settings: JsonRecord
  viewport: { x: number; y: number; zoom: number } | null
  warnings: Warning[]
  dangling: DanglingEdge[]
  changedIds: ChangedId[]
}

/** Keys that the flow refers to: tools of nodes, channels of messages and triggers, secrets of references. Sorted. */
export interface Requires {
  tools: string[]
  channels: string[]
  secrets: string[]
}

export interface FlowDraft extends RawFlow {
  sourceFormat: string
  /** Paths at which a reference replaces a secret: "nodes.<id>.config.headers.authorization". */
  redacted: string[]
  requires: Requires
}

export const emptyFlow = (): RawFlow => ({
  name: '',
  description: '',
  nodes: [],
  edges: [],
  metadata: {},
  variables: [],
  settings: {},
  viewport: null,
  warnings: [],
  dangling: [],
  changedIds: [],
})

/** A node with defaults for the fields that are not given. */
export const makeNode = ({ id, type, name, ...fields }: Partial<Node> & Pick<Node, 'id' | 'type' | 'name'>): Node => ({
  id,
  type,
  name,
  position: null,
  size: null,
  parent: null,
  tool: null,
  config: {},
  disabled: false,
  notes: '',
  ...fields,
})

/** An edge with defaults for the fields that are not given. */
export const makeEdge = ({
  id,
  source,
  target,
  ...fields
}: Partial<Edge> & Pick<Edge, 'id' | 'source' | 'target'>): Edge => ({
  id,
  source,
  target,
  source_handle: null,
  target_handle: null,
  label: null,
  condition: null,
  ...fields,
})

/**
 * Maximum length of an id: longer ids come from damaged files. Ids of Langflow and Flowise edges contain both ends
 * with their types, up to 300 characters in real files.
 */
const maxId = 1000

/** Assigns unique ids to the items of a list. Linear and deterministic. */
export class Ids {
  readonly changed: ChangedId[] = []
  private readonly usedIds = new Set<string>()
  private readonly suffixes = new Map<string, number>()
  private readonly kind: ChangedId['kind']

  constructor(kind: ChangedId['kind']) {
    this.kind = kind
  }

  /** Returns `preferred`, or `fallback` if it is missing or too long; if that is taken, "wanted~2" and so on. */
  assign(preferred: string | null, fallback: string): string {
    const base =
      preferred !== null && preferred.length <= maxId ? preferred : fallback.length <= maxId ? fallback : this.kind
    let id = base
    for (let suffix = this.suffixes.get(base) ?? 2; this.usedIds.has(id); suffix += 1) {
      id = `${base}~${suffix}`
      this.suffixes.set(base, suffix + 1)
    }
    this.usedIds.add(id)
    if (preferred !== null && preferred !== id) this.changed.push({ kind: this.kind, from: preferred, to: id })
    return id
  }
}

/** Maximum number of listed warnings per code; the rest are counted. */
const maxPerCode = 20

/**
 * Warnings in the order in which they were added, up to `maxPerCode` of each code, followed by the number omitted for
 * each code.
 */
export class Warnings {
  private readonly counts = new Map<string, number>()
  private readonly list: Warning[] = []

  add(code: string, message: string, nodeId?: string): void {
    const count = (this.counts.get(code) ?? 0) + 1
    this.counts.set(code, count)
    if (count <= maxPerCode)
      this.list.push(nodeId === undefined ? { code, message } : { code, message, node_id: nodeId })
  }

  all(): Warning[] {
    const more = [...this.counts].filter(([, count]) => count > maxPerCode)
    return [...this.list, ...more.map(([code, count]) => ({ code, message: omittedMessage(count - maxPerCode) }))]
  }
}
