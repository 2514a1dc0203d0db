import type { RunStrip } from './run-strip.ts'
import type { Point } from '#canvas/geometry/box-geometry.ts'

/** Result of a node in the run overlay as a colour (`edgeOf`); "none" without an overlay. */
export const emphasisTones = ['none', 'ok-line', 'accent', 'warn', 'bad-solid', 'control', 'unreached'] as const
export type EmphasisTone = (typeof emphasisTones)[number]

/** Difference of a node or an edge from another version: "none" if no versions are compared. */
export const differenceKinds = ['none', 'same', 'added', 'removed', 'changed', 'moved'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/**
 * Arrays have one byte per node or edge, by index: `nodes` and `edges` hold `emphasisBits`; the other arrays hold
 * indexes in the lists of names above.
 */
export interface Emphasis {
  nodes: Uint8Array
  tones: Uint8Array
  edges: Uint8Array
  /** Of nodes and of edges: indexes in `differenceKinds`. */
  changes: Uint8Array
  edgeChanges: Uint8Array
  /** Distances of moved nodes from their earlier positions, by index; canvas pixels. */
  moves: ReadonlyMap<number, Point>
  /** Run strips of cards, by index; null = not reached. Cards without an entry show their summary. */
  strips: ReadonlyMap<number, RunStrip | null>
}

/**
 * Bits of an emphasis. `near` = connected to the chosen node; `selected` = one of several; `dim` = not a search hit;
 * `found` = a search hit. Of edges: `taken` by the run, or `untaken`; `chosen` = on the marked path, or at the chosen
 * node.
 */
export const emphasisBits = { chosen: 1, near: 2, dim: 4, found: 8, taken: 16, untaken: 32, selected: 64 } as const

export const noEmphasis = (nodes: number, edges: number): Emphasis => ({
  nodes: new Uint8Array(nodes),
  tones: new Uint8Array(nodes),
  edges: new Uint8Array(edges),
  changes: new Uint8Array(nodes),
  edgeChanges: new Uint8Array(edges),
  moves: new Map(),
  strips: new Map(),
})

export const hasEmphasis = (byte: number | undefined, what: keyof typeof emphasisBits): boolean =>
  ((byte ?? 0) & emphasisBits[what]) !== 0
