/** What differs, in words, as far as it is read. */
import { comparedOf, type SeenKey } from '#flow-data/compare/difference-cache.ts'
import type { HeldParts } from '#flow-data/model/memoized-flow.ts'
import { shownChange, type ShownChange } from '#flow-data/compare/change-row.ts'

/** The first lines, up to `count`; all of them where it is null. */
export const changeLinesIn = (_held: HeldParts, { of, count }: { of: SeenKey; count: number | null }): ShownChange[] =>
  (comparedOf(of)?.lines ?? []).slice(0, count ?? undefined).map(shownChange)

/** The line of a node, as a place among all lines; -1 = none. */
export const changeOfNodeIn = (_held: HeldParts, { of, node }: { of: SeenKey; node: string }): number =>
  comparedOf(of)?.lines.findIndex((line) => line.type !== null && line.node === node) ?? -1
