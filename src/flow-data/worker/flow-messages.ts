/** What goes to whoever holds open flows, and what comes back. */
import type { DialectFindings } from '#api/dialect/findings.ts'
import type { NoAnswer } from '#api/request/read-bytes.ts'
import type { PictureFrame } from '#canvas/tiles/first-picture.ts'
import type { Placement } from '#canvas/model/placement.ts'
import type { Finding } from '#contract/flow.ts'
import type { LayeredPlaces } from '#flow/layered/layered-graph.ts'
import type { FlowQuestion } from '#flow-data/questions/answers.ts'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { ComparisonOptions } from '#flow-data/compare/comparison.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'

/** `key` = an open flow, `id` = what the answer belongs to. */
export type FlowRequest =
  /** The body of an answer of the service; `like` = the flow of which it may be only another reading. */
  | { kind: 'open'; id: number; key: number; bytes: ArrayBuffer; like: number | null }
  /** A flow template, which nobody but the page has; answers a `TemplateHead`. */
  | { kind: 'open template'; id: number; key: number; bytes: ArrayBuffer }
  /** A version that was looked at here, by the name under which it is kept; answers an `OpenedSeen`, or null. */
  | { kind: 'open seen'; id: number; key: number; seen: string; version: number | null }
  /** Answers `SeenVersion[]`. */
  | { kind: 'seen versions'; id: number; seen: string }
  /** Loads what opens files and compares them, so that it is there without the service. */
  | { kind: 'get ready'; id: number }
  | { kind: 'hold'; id: number; key: number; parts: GraphParts }
  /** Holds, as a flow of its own, one with what is gone from it since a version that was seen; answers what differs, or null. */
  | { kind: 'hold changes'; id: number; key: number; from: number; of: ViewedKey }
  /** Compares two flows: holds both as one and each as it was compared; answers `ComparedFlows`. */
  | {
      kind: 'hold compared'
      id: number
      of: [before: number, after: number]
      as: ComparedKeys
      comparing: ComparisonOptions
    }
  /** Holds the same nodes and edges with other findings under another key. */
  | { kind: 'hold again'; id: number; key: number; as: number; validation: readonly Finding[] }
  | { kind: 'ask'; id: number; key: number; question: FlowQuestion; input: unknown }
  /** Tiles of a flow are asked for, and given, on a line of their own. */
  | { kind: 'paint'; id: number; key: number; placement: Placement; port: MessagePort }
  /** The flow as its canvas will open; answers a `FirstPicture`, or null where there is nothing to paint at once. */
  | { kind: 'first picture'; id: number; key: number; placement: Placement; frame: PictureFrame }
  /** Gives a `LentFlow` to another worker, so that it does not come by way of the page. */
  | { kind: 'lend'; id: number; key: number; placement: Placement; port: MessagePort }
  | { kind: 'forget'; key: number }

/** The keys of what a comparison holds. */
export interface ComparedKeys {
  union: number
  before: number
  after: number
}

/** All of a flow, with what our own layout says of a placement; null where nothing was to be laid out. */
export interface LentFlow extends GraphParts {
  laid: LayeredPlaces | null
}

export type Opened =
  /**
   * `isSame` = nodes, edges and findings are those of `like`, which stays open; `key` was not used. `findings` = what was
   * understood of an answer in another shape than the contract's.
   */
  { is: 'flow'; head: FlowHead; isSame: boolean; findings: DialectFindings | null } | NoAnswer

export type FlowReply = { id: number; is: 'done'; answer: unknown } | { id: number; is: 'failed'; message: string }
