/** What a card has room for: its summary, a row for each branch, its ports, its size. Pure; sizes in canvas pixels. */
import type { Edge, Node } from '#contract/flow.ts'
import { kindOf, outputsOf, summaryOf } from '#flow/node-kind.ts'

/** Sizes of a card (LOOK.md "Canvas"); the frame of 1 px is part of them. */
export const cardWidth = 216
const frame = 1
const headHeight = 44
const summaryHeight = 26
const rowHeight = 24
/** Middle of the ports beside the head, from the top of the card. */
export const headPort = 23

export interface CardRow {
  /** Distinct within the card. */
  key: string
  /** The output that the row stands for. */
  handle: string | null
  label: string
  /** What has to hold for this branch. */
  condition: string
  /** The branch that a failure takes. */
  fault: boolean
}

export interface CardShape {
  width: number
  height: number
  summary: string
  rows: CardRow[]
}

const faults = new Set(['error', 'timeout'])
export const isFault = (handle: string | null): boolean => handle === 'error'
const words = (text: string | null): string => text?.trim() ?? ''

/** The key of the row at which an edge leaves; the same for edges that look the same. */
const rowKey = (handle: string | null, label: string): string => JSON.stringify([handle, label])

/** Rows as the node's type gives them, with those added that only its edges name. */
function rowsOf(node: Node, outgoing: readonly Edge[]): CardRow[] {
  const outputs = outputsOf(node)
  const known = new Map<string, CardRow>()
  for (const output of outputs) {
    const labels = new Set(outgoing.filter((edge) => edge.source_handle === output.id).map((edge) => words(edge.label)))
    labels.delete('')
    for (const label of labels.size === 0 ? [output.label] : labels) {
      const row = {
        key: rowKey(output.id, label),
        handle: output.id,
        label,
        condition: output.expression ?? '',
        fault: isFault(output.id),
      }
      known.set(row.key, row)
    }
  }
  const ids = new Set<string | null>(outputs.map((output) => output.id))
  for (const edge of outgoing) {
    if (ids.has(edge.source_handle)) continue
    const label = words(edge.label) || edge.source_handle || (outputs[0]?.label ?? '')
    // An edge that names no output leaves at the first one, unless its label says otherwise.
    if (edge.source_handle === null && words(edge.label) === '' && outputs.length > 0) continue
    const row = {
      key: rowKey(edge.source_handle, label),
      handle: edge.source_handle,
      label,
      condition: '',
      fault: isFault(edge.source_handle),
    }
    known.set(row.key, row)
  }
  return [...known.values()]
}

/** Whether the branches have to be told apart: a condition always, others once an edge leaves elsewhere than at "out". */
function needsRows(node: Node, rows: readonly CardRow[], outgoing: readonly Edge[]): boolean {
  if (node.type === 'condition') return rows.length > 0
  const first = rows[0]?.handle ?? null
  return outgoing.some(
    (edge) =>
      words(edge.label) !== '' ||
      (edge.source_handle !== null && edge.source_handle !== first && edge.source_handle !== 'out'),
  )
}

/** A branch for failures is shown once it leads somewhere; of a type that nobody here knows, only what its edges name. */
function isShown(row: CardRow, node: Node, used: ReadonlySet<string | null>): boolean {
  if (node.type === 'condition' || used.has(row.handle)) return true
  return kindOf(node.type) !== 'unknown' && !(row.handle !== null && faults.has(row.handle))
}

/** The card of a node, given the edges that leave it. */
export function shapeOf(node: Node, outgoing: readonly Edge[]): CardShape {
  const all = rowsOf(node, outgoing)
  const used = new Set(outgoing.map((edge) => edge.source_handle))
  const rows = needsRows(node, all, outgoing) ? all.filter((row) => isShown(row, node, used)) : []
  // The expressions of a condition stand at its branches.
  const summary = node.type === 'condition' && rows.length > 0 ? '' : summaryOf(node)
  const hasSummary = summary !== '' || rows.length === 0
  const height = 2 * frame + headHeight + (hasSummary ? summaryHeight : 0) + rows.length * rowHeight
  return { width: cardWidth, height, summary, rows }
}

/** Middle of the out-port at which an edge leaves, from the top of the card. */
export function portOf(shape: CardShape, handle: string | null, label: string | null): number {
  const { rows } = shape
  if (rows.length === 0) return headPort
  const exact = rows.findIndex((row) => row.handle === handle && row.label === words(label))
  const same = rows.findIndex((row) => row.handle === handle || (handle !== null && row.label === handle))
  return rowPort(shape, Math.max(0, exact >= 0 ? exact : same))
}

/** Middle of the port of a row, from the top of the card. */
export const rowPort = (shape: CardShape, index: number): number =>
  shape.height - frame - (shape.rows.length - index - 0.5) * rowHeight
