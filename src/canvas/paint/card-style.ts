/** What a card looks like with what it wears: the rules of canvas.css, canvas-find.css, canvas-run.css and diff-layer.css. Pure. */
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

/** What a node wears: bits of `wear`, how it went in a run, how it differs. */
export interface NodeEmphasis {
  byte: number
  tone: EmphasisTone
  change: DifferenceKind
  /** Null = not reached, undefined = no run is laid over. */
  strip: RunStrip | null | undefined
}

export const nodeEmphasisAt = (dress: Emphasis | null, place: number): NodeEmphasis => ({
  byte: dress?.nodes[place] ?? 0,
  tone: emphasisTones[dress?.tones[place] ?? 0] ?? 'none',
  change: differenceKinds[dress?.changes[place] ?? 0] ?? 'none',
  strip: dress?.strips.get(place),
})

/** A frame: its colour, its width on the page, that of its left edge where it is another one, and whether its line is broken. */
export interface FrameStyle {
  colour: Colour
  width: number
  left?: number
  style: 'solid' | 'dashed' | 'dotted'
}

/** Of a node whose frame shows how it differs. */
export const changeFrames: Record<Exclude<DifferenceKind, 'none' | 'same'>, FrameStyle> = {
  added: { colour: 'ok', width: 1.5, style: 'solid' },
  removed: { colour: 'bad', width: 1.5, style: 'dashed' },
  changed: { colour: 'warn', width: 1.5, left: 4, style: 'solid' },
  moved: { colour: 'diff-moved', width: 1.5, style: 'dotted' },
}

export const changeFrame = (change: DifferenceKind): FrameStyle | null =>
  change === 'none' || change === 'same' ? null : changeFrames[change]

/** The colour of a run; a node without one, or that it did not reach, has none. */
export const toneColour = (tone: EmphasisTone): Colour | null => (tone === 'none' || tone === 'unreached' ? null : tone)

export const isChosen = ({ byte }: NodeEmphasis): boolean => hasEmphasis(byte, 'chosen')
/** Has the ring: the chosen one, and each of several that are selected. */
export const isRinged = (worn: NodeEmphasis): boolean => isChosen(worn) || hasEmphasis(worn.byte, 'selected')
/** Steps back: not what was looked for, or the same in both versions. */
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

/** The tile and, unless the run did not come there, badges and ports are as opaque as this. */
export const tileStrength = (worn: NodeEmphasis, pale: number): number =>
  isPale(worn) ? pale : worn.tone === 'unreached' ? 0.5 : 1

export const nameColour = ({ disabled }: DrawnNode, worn: NodeEmphasis): Colour =>
  disabled || isPale(worn) || worn.tone === 'unreached' ? 'text-3' : 'text'

export const isStruck = ({ disabled }: DrawnNode, { change }: NodeEmphasis): boolean => disabled || change === 'removed'

/** A branch row: the run went on by it, or by another one. */
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
