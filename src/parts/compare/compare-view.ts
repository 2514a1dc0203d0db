/** The two sides and options of a comparison in the URL. Invalid values are ignored. Pure. */
import type { ChangeKind } from '#flow-data/compare/change-lines.ts'
import { readId } from '#parts/lists/list-query.ts'
import { parseSide, sideText, type SideName } from '#ui/paths.ts'

export const compareForms = ['canvas', 'side', 'list'] as const
export type CompareForm = (typeof compareForms)[number]

/** In the order of the buttons in the bar. */
export const kindsShown = ['added', 'removed', 'changed', 'moved', 'same'] as const satisfies readonly ChangeKind[]
const differences: readonly ChangeKind[] = kindsShown.filter((kind) => kind !== 'same')

export interface CompareView {
  before: SideName | null
  after: SideName | null
  form: CompareForm
  kinds: readonly ChangeKind[]
  /** Whether ids and positions are compared. */
  ids: boolean
  positions: boolean
  /** The current line, from 0; null = none. */
  at: number | null
  /** Id of the current node on the canvas with both flows, if no line shows it. */
  node: string | null
}

function kindsOf(text: string | null): readonly ChangeKind[] {
  if (text === null) return differences
  const named = text.split(',')
  return kindsShown.filter((kind) => named.includes(kind))
}

function lineIndexOf(text: string | null): number | null {
  const at = Number(text ?? Number.NaN)
  return Number.isSafeInteger(at) && at > 0 ? at - 1 : null
}

export function readCompareView(query: URLSearchParams): CompareView {
  return {
    before: parseSide(query.get('before')),
    after: parseSide(query.get('after')),
    form: compareForms.find((form) => form === query.get('view')) ?? 'canvas',
    kinds: kindsOf(query.get('show')),
    ids: query.get('ids') !== 'ignore',
    positions: query.get('positions') !== 'ignore',
    at: lineIndexOf(query.get('at')),
    node: readId(query, 'node'),
  }
}

const isDefault = (kinds: readonly ChangeKind[]): boolean => kinds.join() === differences.join()

/** The URL's query with changes. Defaults are left out. */
export function withCompareView(query: URLSearchParams, change: Partial<CompareView>): URLSearchParams {
  const view = { ...readCompareView(query), ...change }
  const parameters: Record<string, string | null> = {
    before: view.before && sideText(view.before),
    after: view.after && sideText(view.after),
    view: view.form === 'canvas' ? null : view.form,
    show: isDefault(view.kinds) ? null : view.kinds.join(','),
    ids: view.ids ? null : 'ignore',
    positions: view.positions ? null : 'ignore',
    at: view.at === null ? null : String(view.at + 1),
    node: view.node,
  }
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
