/** What the page and the worker that keeps seen versions say to each other. */
import type { Edge, Node } from '#contract/flow.ts'
import type { FlowDiff } from '#flow/diff.ts'
import type { ChangeLine } from './change-lines.ts'

export interface SeenFlow {
  nodes: Node[]
  edges: Edge[]
}

/** A version that was looked at. */
export interface SeenVersion {
  version: number
  /** When, in ms. */
  at: number
}

/** What differs from the version that was looked at last. */
export interface Difference {
  since: SeenVersion
  /** By index: of what is gone in `before`, of the rest in the flow as it is now. */
  diff: FlowDiff
  before: SeenFlow
  /** The same in words. */
  lines: ChangeLine[]
}

export type HistoryAsk =
  /** Which version was looked at. */
  | { kind: 'look' }
  /** What differs from it. */
  | { kind: 'compare'; flow: SeenFlow }
  /** This version was looked at. */
  | { kind: 'keep'; version: number; flow: SeenFlow }

export type HistoryRequest = HistoryAsk & { id: number; key: string }

export interface HistoryAnswer {
  id: number
  /** Null where nothing is kept, or keeping is refused. */
  seen: SeenVersion | null
  difference: Difference | null
  /** True where this browser keeps nothing. */
  refused: boolean
}
