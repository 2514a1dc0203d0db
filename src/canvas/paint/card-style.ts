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

/** Emphasis of one node: its `emphasisBits`, its tone in a run, its difference. */
export interface NodeEmphasis {
  byte: number
  tone: EmphasisTone
  change: DifferenceKind
  /** Null = not reached, undefined = no run overlay. */
  strip: RunStrip | null | undefined
}

export const nodeEmphasisAt = (dress: Emphasis | null, place: number): NodeEmphasis => ({
  byte: dress?.nodes[place] ?? 0,
  tone: emphasisTones[dress?.tones[place] ?? 0] ?? 'none',
  change: differenceKinds[dress?.changes[place] ?? 0] ?? 'none',
  strip: dress?.strips.get(place),
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
export const isRinged = (worn: NodeEmphasis): boolean => isChosen(worn) || hasEmphasis(worn.byte, 'selected')
/** Whether the node is dimmed: not a search hit, or unchanged between the versions. */
export const isPale = ({ byte, change }: NodeEmphasis): boolean =>
  hasEmphasis(byte, 'dim') || (change === 'same' && !hasEmphasis(byte, 'chosen') && !hasEmphasis(byte, 'selected'))

function frameColour(worn: NodeEmphasis): Colour {
  if (isPale(worn)) return 'line'
  if (isRinged(worn)) return 'accent'
  if (hasEmphasis(worn.byte, 'found')) return 'text-2'
  if (worn.tone === 'unreached') return 'line'
  return toneColour(worn.tone) ?? (hasEmphasis(worn.byte, 'near') ? 'accent-line' : 'line-strong')
}

export const frameOf = ({ disabled }: DrawnNode, worn: NodeEmphasis): FrameStyle =>
  changeFrame(worn.change) ?? { colour: frameColour(worn), width: 1, style: disabled ? 'dashed' : 'solid' }

export function groundOf({ disabled }: DrawnNode, worn: NodeEmphasis): Colour {
  if (isPale(worn)) return 'page'
  return disabled || worn.tone === 'unreached' ? 'sunken' : 'surface'
}

/** Opacity of the tile; also of badges and ports, unless the run did not reach the node. */
export const tileStrength = (worn: NodeEmphasis, pale: number): number =>
  isPale(worn) ? pale : worn.tone === 'unreached' ? 0.5 : 1

export const nameColour = ({ disabled }: DrawnNode, worn: NodeEmphasis): Colour =>
  disabled || isPale(worn) || worn.tone === 'unreached' ? 'text-3' : 'text'

export const isStruck = ({ disabled }: DrawnNode, { change }: NodeEmphasis): boolean => disabled || change === 'removed'

/** Style of a branch row, depending on whether the run continued on this branch or on another one. */
export function rowLook(
  { handle, fault }: Branch,
  worn: NodeEmphasis,
): { colour: Colour; weight: 400 | 500; port: Colour } {
  const { strip, tone } = worn
  const left = strip?.left.has(handle ?? '') === true
  const port: Colour = fault ? 'bad-solid' : left ? 'accent' : 'edge'
  if (left) return { colour: fault ? 'bad' : 'accent-text', weight: 500, port }
  const isQuiet = (strip !== undefined && strip !== null) || tone === 'unreached' || isPale(worn)
  const colour = isQuiet ? 'text-3' : fault ? 'bad' : 'text-2'
  return { colour, weight: 400, port: tone === 'unreached' ? 'line-strong' : port }
}
