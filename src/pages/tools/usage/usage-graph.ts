/** The usage of a tool as a small diagram: columns of tools, flows and channels with lines between them. Pure. */
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import type { tool as toolApi } from '#contract/tool.ts'
import { count } from '#lib/count.ts'

export type Usage = ResponseBody<typeof toolApi.usage>
export type UsedBy = Pick<Usage, 'tools' | 'flows' | 'channels'>

/** Maximum rows of a column; the last one has the number of those that do not fit. */
const maxRows = 6
/** Height of a row in px. */
export const usageRowHeight = 22
/** Horizontal and vertical length of a 45° bend in px. */
const bend = 4
/** Distance in px between the vertical lines of different rows. */
const laneWidth = 5
const maxLanes = 5

export interface GraphRow {
  /** '' = a row that a line passes through, or the row with the number of hidden rows. */
  id: string
  /** '' = a row that a line passes through. */
  name: string
}

export interface GraphColumn {
  noun: 'tool' | 'flow' | 'channel'
  rows: readonly GraphRow[]
  /** Rows with a line to the next column. */
  linkedRows: ReadonlySet<number>
}

/** Lines between a column and the previous one, or between the first column and the tool itself. */
export interface GraphGap {
  width: number
  /** SVG paths: horizontal, up or down at 45°, horizontal. */
  paths: readonly string[]
}

export interface UsageGraph {
  columns: readonly GraphColumn[]
  /** The gap before each column. */
  gaps: readonly GraphGap[]
  height: number
}

type Edge = readonly [from: number, to: number]

const middleOf = (row: number): number => row * usageRowHeight + usageRowHeight / 2

function pathOf([from, to]: Edge, lane: number, width: number): string {
  const start = middleOf(from)
  const end = middleOf(to)
  if (from === to) return `M0 ${start}H${width}`
  const down = end > start ? bend : -bend
  return `M0 ${start}H${lane - bend}L${lane} ${start + down}V${end - down}L${lane + bend} ${end}H${width}`
}

function gapOf(edges: readonly Edge[]): GraphGap {
  const unique = [...new Map(edges.map((edge) => [edge.join(' '), edge])).values()]
  const turning = [...new Set(unique.filter(([from, to]) => from !== to).map(([from]) => from))].toSorted(
    (a, b) => b - a,
  )
  const lanes = Math.max(1, Math.min(turning.length, maxLanes))
  const width = 2 * bend + (lanes - 1) * laneWidth + 6
  const laneOf = (from: number) => bend + 3 + (turning.indexOf(from) % maxLanes) * laneWidth
  return { width, paths: unique.map((edge) => pathOf(edge, laneOf(edge[0]), width)) }
}

/** The rows of a column, and a function that returns the row of an id; for ids that do not fit, the last row. */
function rowsOf(all: readonly { id: string; name: string }[], before: readonly GraphRow[] = []) {
  const room = maxRows - before.length
  const shown = all.length > room ? all.slice(0, room - 1) : all
  const rest = all.length - shown.length
  const rows: GraphRow[] = [
    ...before,
    ...shown.map(({ id, name }) => ({ id, name })),
    ...(rest > 0 ? [{ id: '', name: `${rest.toLocaleString()} more` }] : []),
  ]
  const place = new Map(all.map(({ id }, index) => [id, Math.min(index + before.length, rows.length - 1)]))
  return { rows, rowOf: (id: string) => place.get(id) }
}

/** The diagram of a tool; null if nothing uses it. */
export function usageGraph(id: string, { tools, flows, channels }: Usage): UsageGraph | null {
  if (tools.length === 0 && flows.length === 0) return null
  const isDirect = flows.some((flow) => flow.tools.includes(id))
  // A separate line leads past the other tools to flows that use the tool directly.
  const track: GraphRow[] = tools.length > 0 && isDirect ? [{ id: '', name: '' }] : []
  const toolRows = rowsOf(tools, track)
  const flowRows = rowsOf(flows)
  const channelRows = rowsOf(channels)
  const columns: GraphColumn[] = []
  const gaps: GraphGap[] = []
  const add = (noun: GraphColumn['noun'], rows: readonly GraphRow[], edges: readonly Edge[]) => {
    const before = columns.pop()
    if (before !== undefined) columns.push({ ...before, linkedRows: new Set(edges.map(([from]) => from)) })
    if (rows.length === 0) return
    columns.push({ noun, rows, linkedRows: new Set() })
    gaps.push(gapOf(edges))
  }
  const fromTool = (used: string): number | undefined => (used === id || tools.length === 0 ? 0 : toolRows.rowOf(used))
  if (tools.length > 0)
    add(
      'tool',
      toolRows.rows,
      toolRows.rows.map((_, row) => [0, row]),
    )
  add(
    'flow',
    flowRows.rows,
    edgesOf(flows, ({ tools: used }) => used.map(fromTool), flowRows.rowOf),
  )
  add(
    'channel',
    channelRows.rows,
    edgesOf(channels, (one) => one.flows.map(flowRows.rowOf), channelRows.rowOf),
  )
  const longest = Math.max(...columns.map(({ rows }) => rows.length))
  return { columns, gaps, height: longest * usageRowHeight }
}

function edgesOf<T extends { id: string }>(
  all: readonly T[],
  fromOf: (one: T) => readonly (number | undefined)[],
  rowOf: (id: string) => number | undefined,
): Edge[] {
  return all.flatMap((one) => {
    const to = rowOf(one.id)
    return fromOf(one).flatMap((from): Edge[] => (from === undefined || to === undefined ? [] : [[from, to]]))
  })
}

/** "10 flows directly, 3 more through other tools". The first number is that of "Used directly" in the tool list. */
export function usedWords(id: string, flows: Usage['flows']): string {
  const direct = flows.filter(({ tools }) => tools.includes(id)).length
  const others = flows.length - direct
  if (flows.length === 0) return 'no flows'
  if (direct === 0) return `no flows directly, ${others.toLocaleString()} through other tools`
  const first = `${count(direct, 'flow')} directly`
  return others === 0 ? first : `${first}, ${others.toLocaleString()} more through other tools`
}
