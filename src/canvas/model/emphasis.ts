import type { RunStrip } from './run-strip.ts'
import type { Point } from '#canvas/geometry/box-geometry.ts'

/** How a node went in the run that is laid over the flow: the colour of its edge (`edgeOf`), or that there is none. */
export const emphasisTones = ['none', 'ok-line', 'accent', 'warn', 'bad-solid', 'control', 'unreached'] as const
export type EmphasisTone = (typeof emphasisTones)[number]

/** How a node or an edge differs from another version: "none" where no versions are compared. */
export const differenceKinds = ['none', 'same', 'added', 'removed', 'changed', 'moved'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** One byte a node and an edge, by their places: bits of `wear`; the others hold places in the lists of their names. */
export interface Emphasis {
  nodes: Uint8Array
  tones: Uint8Array
  edges: Uint8Array
  /** Of nodes and of edges: places in `differences`. */
  changes: Uint8Array
  edgeChanges: Uint8Array
  /** How far moved nodes have come from where they were, by their places; canvas pixels. */
  moves: ReadonlyMap<number, Point>
  /** What the run says on cards, by their places; null = not reached. Cards without an entry show their summary. */
  strips: ReadonlyMap<number, RunStrip | null>
}

/**
 * Bits of a dress. `near` = joined to the chosen one; `selected` = one of several; `dim` = not found; `found` = what was looked for. Of edges: `taken` by the run, or `untaken`; `chosen`
 * is the path, or what leads to and from the chosen node.
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
