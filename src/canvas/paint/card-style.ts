/**
 * Style of a card with its emphasis: the rules of canvas.css, canvas-find.css, canvas-run.css and diff-layer.css. Pure.
 */
import type { Branch } from '#flow/graph/branches.ts'
import type { RunStrip } from '#canvas/model/run-strip.ts'
import type { DrawnNode } from './drawing.ts'
import {
  differenceKinds,
  emphasisTones,
  hasEmphasis,
  type DifferenceKind,
  type Emphasis,
  type EmphasisTone,
} from '#canvas/model/emphasis.ts'
import type { Colour } from '#canvas/pen/palette.ts'

/** Emphasis of one node: its `emphasisBits`, its tone and strip in a run, its difference. */
export interface NodeEmphasis {
  byte: number
  tone: EmphasisTone
  change: DifferenceKind
  /** Null = not reached, undefined = no run overlay. */
  strip: RunStrip | null | undefined
}

export const nodeEmphasisAt = (emphasis: Emphasis | null, nodeIndex: number): NodeEmphasis => ({
  byte: emphasis?.nodes[nodeIndex] ?? 0,
  tone: emphasisTones[emphasis?.tones[nodeIndex] ?? 0] ?? 'none',
  change: differenceKinds[emphasis?.changes[nodeIndex] ?? 0] ?? 'none',
  strip: emphasis?.strips.get(nodeIndex),
})

/** A frame: its colour, its width on the page, that of its left edge if it differs, and its dash pattern. */
export interface FrameStyle {
  colour: Colour
  width: number
  left?: number
  style: 'solid' | 'dashed' | 'dotted'
}

/** Frames of nodes that show a difference. */
export const changeFrames: Record<Exclude<DifferenceKind, 'none' | 'same'>, FrameStyle> = {
  added: { colour: 'ok', width: 1.5, style: 'solid' },
  removed: { colour: 'bad', width: 1.5, style: 'dashed' },
  changed: { colour: 'warn', width: 1.5, left: 4, style: 'solid' },
  moved: { colour: 'diff-moved', width: 1.5, style: 'dotted' },
}

export const changeFrame = (change: DifferenceKind): FrameStyle | null =>
  change === 'none' || change === 'same' ? null : changeFrames[change]

/** The colour of a tone; null without a run, or for a node that it did not reach. */
export const toneColour = (tone: EmphasisTone): Colour | null => (tone === 'none' || tone === 'unreached' ? null : tone)

export const isChosen = ({ byte }: NodeEmphasis): boolean => hasEmphasis(byte, 'chosen')
/** Whether the node has the ring: the chosen one, and each of several selected ones. */
export const isRinged = (emphasis: NodeEmphasis): boolean =>
  isChosen(emphasis) || hasEmphasis(emphasis.byte, 'selected')
/** Whether the node is dimmed: not a search hit, or unchanged between the versions. */
export const isDimmed = ({ byte, change }: NodeEmphasis): boolean =>
  hasEmphasis(byte, 'dim') || (change === 'same' && !hasEmphasis(byte, 'chosen') && !hasEmphasis(byte, 'selected'))

function frameColour({ disabled }: DrawnNode, emphasis: NodeEmphasis): Colour {
  if (isDimmed(emphasis)) return 'line'
  if (isRinged(emphasis)) return 'accent'
  if (hasEmphasis(emphasis.byte, 'found')) return 'text-2'
  if (emphasis.tone === 'unreached') return 'line'
  const tone = toneColour(emphasis.tone)
  if (tone !== null) return tone
  if (hasEmphasis(emphasis.byte, 'near')) return 'accent-line'
  // A disabled card has the colour of the canvas: its frame has to be seen.
  return disabled ? 'control' : 'line-strong'
}

export const frameOf = (node: DrawnNode, emphasis: NodeEmphasis): FrameStyle =>
  changeFrame(emphasis.change) ?? {
    colour: frameColour(node, emphasis),
    width: 1,
    style: node.disabled ? 'dashed' : 'solid',
  }

export function backgroundOf({ disabled }: DrawnNode, emphasis: NodeEmphasis): Colour {
  if (isDimmed(emphasis)) return 'page'
  return disabled || emphasis.tone === 'unreached' ? 'sunken' : 'surface'
}

/** Opacity of the tile: reduced if the node is dimmed, or the run did not reach it. */
export const tileOpacity = (emphasis: NodeEmphasis, dimOpacity: number): number =>
  isDimmed(emphasis) ? dimOpacity : emphasis.tone === 'unreached' ? 0.5 : 1

export const nameColour = ({ disabled }: DrawnNode, emphasis: NodeEmphasis): Colour =>
  disabled || isDimmed(emphasis) || emphasis.tone === 'unreached' ? 'text-3' : 'text'

export const hasStrikethrough = ({ disabled }: DrawnNode, { change }: NodeEmphasis): boolean =>
  disabled || change === 'removed'

/** Style of a branch row, depending on whether the run continued on this branch or on another one. */
export function rowStyle(
  { handle, fault }: Branch,
  emphasis: NodeEmphasis,
): { colour: Colour; weight: 400 | 500; port: Colour } {
  const { strip, tone } = emphasis
  const isUsed = strip?.usedOutputs.has(handle ?? '') === true
  const port: Colour = fault ? 'bad-solid' : isUsed ? 'accent' : 'edge'
  if (isUsed) return { colour: fault ? 'bad' : 'accent-text', weight: 500, port }
  const isMuted = (strip !== undefined && strip !== null) || tone === 'unreached' || isDimmed(emphasis)
  const colour = isMuted ? 'text-3' : fault ? 'bad' : 'text-2'
  return { colour, weight: 400, port: tone === 'unreached' ? 'line-strong' : port }
}
