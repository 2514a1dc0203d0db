/** Changes in words, a part at a time. */
import { cachedDifference, type ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import { changeRowOf, type ChangeRow } from '#flow-data/compare/change-row.ts'

/** The first `count` lines; all of them if it is null. */
export const changeLinesIn = (
  _held: MemoizedFlow,
  { of, count }: { of: ViewedKey; count: number | null },
): ChangeRow[] => (cachedDifference(of)?.lines ?? []).slice(0, count ?? undefined).map(changeRowOf)

/** The index of a node's line; -1 = none. */
export const changeOfNodeIn = (_held: MemoizedFlow, { of, node }: { of: ViewedKey; node: string }): number =>
  cachedDifference(of)?.lines.findIndex((line) => line.type !== null && line.node === node) ?? -1
