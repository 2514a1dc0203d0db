/** Messages to and from the holder of open flows. */
import type { DialectFindings } from '#api/dialect/findings.ts'
import type { UnreadableResponse } from '#api/request/read-bytes.ts'
import type { PictureFrame } from '#canvas/tiles/first-picture.ts'
import type { Placement } from '#canvas/model/placement.ts'
import type { Finding } from '#contract/flow.ts'
import type { LayeredPositions } from '#flow/layered/layered-graph.ts'
import type { FlowQuestion } from '#flow-data/questions/answers.ts'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { ComparisonOptions } from '#flow-data/compare/comparison.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { chooseSteps } from './choose-steps.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'

export type ChoiceInput = Parameters<typeof chooseSteps>[1]

/** `key` identifies an open flow; `id` identifies the request and is repeated in the reply. */
export type FlowRequest =
  /** The body of a response; `previous` = the previous read of the same flow, which may be equal. */
  | { kind: 'open'; id: number; key: number; bytes: ArrayBuffer; previous: number | null }
  /** A flow template, which only the page has; answers a `TemplateHead`. */
  | { kind: 'open template'; id: number; key: number; bytes: ArrayBuffer }
  /** The response with a version of a flow; answers a `FlowVersionHead`. */
  | { kind: 'open version'; id: number; key: number; bytes: ArrayBuffer }
  /** A flow template with choices for its steps; `input` is that of `chooseSteps`, whose result is the answer. */
  | { kind: 'choose steps'; id: number; bytes: ArrayBuffer; input: ChoiceInput }
  /** A viewed version, by its storage name; answers an `OpenedVersion`, or null. */
  | { kind: 'open seen'; id: number; key: number; storageName: string; version: number | null }
  /** Answers `ViewedVersion[]`. */
  | { kind: 'seen versions'; id: number; storageName: string }
  /** Loads the code that opens and compares files, so that it is available without the service. */
  | { kind: 'get ready'; id: number }
  | { kind: 'hold'; id: number; key: number; parts: GraphParts }
  /** Holds, as a new flow, a flow with the parts removed since a viewed version; answers the changes, or null. */
  | { kind: 'hold changes'; id: number; key: number; from: number; of: ViewedKey }
  /** Compares two flows: holds their union and each of them; answers `ComparedFlows`. */
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
  /** Opens a separate port for tiles of a flow. */
  | { kind: 'paint'; id: number; key: number; placement: Placement; port: MessagePort }
  /** The flow in the initial viewport of its canvas; answers a `FirstPicture`, or null (empty flow, long layout). */
  | { kind: 'first picture'; id: number; key: number; placement: Placement; frame: PictureFrame }
  /** Sends a `TransferredFlow` to another worker directly, without the page. */
  | { kind: 'lend'; id: number; key: number; placement: Placement; port: MessagePort }
  | { kind: 'forget'; key: number }

/** The keys of the flows that a comparison holds. */
export interface ComparedKeys {
  union: number
  before: number
  after: number
}

/** A whole flow with the layout of a placement; `positions` null = no layout was needed. */
export interface TransferredFlow extends GraphParts {
  positions: LayeredPositions | null
}

export type Opened =
  /**
   * `isSame`: nodes, edges and findings equal those of `previous`, which stays open; `key` was not used. `findings`: what
   * was noticed when a response in another shape than the contract's was converted.
   */
  { is: 'flow'; head: FlowHead; isSame: boolean; findings: DialectFindings | null } | UnreadableResponse

export type FlowReply = { id: number; is: 'done'; answer: unknown } | { id: number; is: 'failed'; message: string }
