/** Messages to and from the worker that makes pictures. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import type { Placement } from '#canvas/model/placement.ts'
import type { Size } from '#flow/place/flow-graph.ts'
import type { LayeredPositions } from '#flow/layered/layered-graph.ts'
import type { FontSource } from '#canvas/pen/fonts.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'

/** Data sent through the port of a flow. */
export interface PictureFlow {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
  /** Of the file that the flow was read from (`sourceFormatOf`). */
  format: string
  /** The result of the layout; null if the flow gives the positions of all nodes. */
  positions: LayeredPositions | null
}

/** Part of a flow: a node with its neighbours, or several nodes. */
export type PicturePart = { is: 'around'; id: string } | { is: 'selected'; ids: readonly string[] }

export interface PictureSubject {
  /** Name of the flow. */
  name: string
  placement: Placement
  /** The part of which a picture can be made too; null = only the whole flow. */
  part: PicturePart | null
}

export type PictureRequest =
  /** `flow` delivers a `PictureFlow`, directly from the worker that holds it. */
  | ({ kind: 'open'; flow: MessagePort; fonts: readonly FontSource[] } & PictureSubject)
  | { kind: 'make'; format: 'png' | 'svg'; part: boolean; scale: number; palette: ColourPalette }

export type PictureReply =
  /** Sizes in canvas pixels: of the whole picture, and of its part. */
  | { kind: 'opened'; whole: Size; part: Size }
  | { kind: 'progress'; done: number }
  | { kind: 'made'; blob: Blob }
  | { kind: 'failed'; message: string }
