/** What the console painted at the first view of a flow, as reported by the console itself, and its totals. */
import type { Page } from '@playwright/test'
import { z } from 'zod'

const Count = z.number().int().nonnegative().nullable().default(null)

/** The detail of the mark `flow:fitted`. Counts that the console does not report are null. */
const FirstViewFacts = z.object({
  /** Nodes of the flow, with notes and groups. */
  nodes: Count,
  /** Nodes that run, without notes and groups. */
  steps: Count,
  /** Steps whose name is readable in the view. */
  names: Count,
  /** Names that cover, or are covered by, a card or another name. */
  overlapped: Count,
  /** Steps shown as a plain cube, because their kind is unknown. */
  plain: Count,
  /** Steps with a red mark. */
  problems: Count,
  zoom: z.number().positive().nullable().default(null),
})
export type FirstViewFacts = z.infer<typeof FirstViewFacts>

/** The facts in the detail of the mark; all null if there is no mark. */
export const factsOf = (detail: unknown): FirstViewFacts => FirstViewFacts.parse(detail ?? {})

/** The facts about the view that is on the screen: those of the last mark, because a later view replaces the first. */
export async function firstViewFacts(page: Page): Promise<FirstViewFacts> {
  const detail = await page.evaluate((): unknown => {
    const mark = performance.getEntriesByName('flow:fitted').at(-1)
    return mark instanceof PerformanceMark ? mark.detail : null
  })
  return factsOf(detail)
}

/** A flow at one size of the window. */
export interface FirstView {
  /** Path of the file, and the number of the flow if the file has several. */
  flow: string
  width: number
  facts: FirstViewFacts
}

const absent = '–'
const oneDecimal = (value: number): string => value.toFixed(1)
const percent = (share: number | null): string => (share === null ? absent : `${oneDecimal(100 * share)}%`)
const countText = (count: number | null): string => (count === null ? absent : String(count))

/** Share of the steps with a readable name; null if unknown or without steps. */
const namedShare = ({ names, steps }: Pick<FirstViewFacts, 'names' | 'steps'>): number | null =>
  names === null || steps === null || steps === 0 ? null : names / steps

const columns = ['flow', 'width', 'nodes', 'steps', 'zoom', 'names', 'named', 'overlapped', 'plain', 'problems']

function cellsOf({ flow, width, facts }: FirstView): string[] {
  const { nodes, steps, zoom, names, overlapped, plain, problems } = facts
  return [
    flow.replaceAll(/\s/g, ' '),
    String(width),
    countText(nodes),
    countText(steps),
    percent(zoom),
    countText(names),
    percent(namedShare(facts)),
    ...[overlapped, plain, problems].map(countText),
  ]
}

/** The facts as a table with tabs. */
export const factsTable = (views: readonly FirstView[]): string =>
  [columns, ...views.map(cellsOf)].map((cells) => `${cells.join('\t')}\n`).join('')

/** Flows by their number of steps, each with the least share of names that should be readable. */
const sizeClasses = [
  { title: 'up to 60 steps', from: 0, to: 60, target: 0.8 },
  { title: '61 to 300 steps', from: 61, to: 300, target: 0.4 },
  { title: 'more than 300 steps', from: 301, to: Infinity, target: 0 },
] as const

const sum = (counts: readonly (number | null)[]): number | null => {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0)
}

/** Totals of the flows at one width: names by size of the flow, then overlaps, plain cubes and red marks. */
function totalsOf(width: number, all: readonly FirstViewFacts[]): string[] {
  const classes = sizeClasses.flatMap(({ title, from, to, target }) => {
    const known = all.filter(({ names, steps }) => names !== null && steps !== null && steps >= from && steps <= to)
    if (known.length === 0) return []
    const share = namedShare({
      names: sum(known.map((one) => one.names)),
      steps: sum(known.map((one) => one.steps)),
    })
    const below = known.filter((one) => (namedShare(one) ?? 1) < target).length
    return [
      `${width}, ${title} (flows: ${known.length}): ${percent(share)} of names readable; flows below ${percent(target)}: ${below}`,
    ]
  })
  const count = (field: 'overlapped' | 'plain' | 'problems' | 'steps') => sum(all.map((facts) => facts[field]))
  const [plain, steps] = [count('plain'), count('steps')]
  const plainShare = plain === null || steps === null || steps === 0 ? null : plain / steps
  return [
    ...classes,
    `${width}, all (flows: ${all.length}): names overlapped: ${countText(count('overlapped'))}; plain cubes: ${countText(plain)} (${percent(plainShare)}); red marks: ${countText(count('problems'))}`,
  ]
}

/** Totals per width, as lines. */
export const summaryLines = (views: readonly FirstView[]): string[] =>
  [...new Set(views.map(({ width }) => width))].flatMap((width) =>
    totalsOf(
      width,
      views.filter((view) => view.width === width).map(({ facts }) => facts),
    ),
  )
