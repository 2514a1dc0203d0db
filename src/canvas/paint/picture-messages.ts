/** What goes to the worker that makes pictures, and what comes back. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import type { Placement } from '#canvas/placement.ts'
import type { Size } from '#flow/flow-graph.ts'
import type { FontSource } from './fonts.ts'
import type { Look } from './look.ts'

export interface PictureFlow {
  name: string
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
}

export type PictureRequest =
  | { kind: 'open'; flow: PictureFlow; placement: Placement; only: readonly string[]; fonts: readonly FontSource[] }
  /** `part` = only those named at `open`. */
  | { kind: 'make'; format: 'png' | 'svg'; part: boolean; scale: number; look: Look }

export type PictureAnswer =
  /** Sizes in canvas pixels: of the whole picture, and of its part. */
  | { kind: 'opened'; whole: Size; part: Size }
  | { kind: 'progress'; done: number }
  | { kind: 'made'; blob: Blob }
  | { kind: 'failed'; message: string }
