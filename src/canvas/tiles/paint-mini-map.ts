import type { Drawing, DrawnNode } from '#canvas/paint/drawing.ts'
import {
  differenceKinds,
  emphasisTones,
  hasEmphasis,
  type DifferenceKind,
  type Emphasis,
  type EmphasisTone,
} from '#canvas/model/emphasis.ts'
import type { Colour, ColourPalette } from '#canvas/pen/palette.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Minimum size of marks on the screen. */
const minMarkSize = 5

interface Mark {
  colour: Colour
  alpha: number
  /** Later layers are on top. */
  layer: 0 | 1 | 2 | 3 | 4
}

const defaultMark: Mark = { colour: 'edge', alpha: 0.55, layer: 0 }
const dimMark: Mark = { colour: 'edge', alpha: 0.25, layer: 0 }
const runMark: Mark = { colour: 'edge', alpha: 0.9, layer: 1 }
const ofTone: Record<EmphasisTone, Mark | null> = {
  none: null,
  'ok-line': runMark,
  control: runMark,
  accent: { colour: 'accent', alpha: 1, layer: 2 },
  warn: { colour: 'warn', alpha: 1, layer: 2 },
  'bad-solid': { colour: 'bad-solid', alpha: 1, layer: 3 },
  unreached: dimMark,
}

const ofDifference: Record<DifferenceKind, Mark | null> = {
  none: null,
  same: defaultMark,
  added: { colour: 'ok', alpha: 1, layer: 3 },
  removed: { colour: 'bad-solid', alpha: 1, layer: 3 },
  changed: { colour: 'warn', alpha: 1, layer: 3 },
  moved: { colour: 'diff-moved', alpha: 1, layer: 2 },
}

/**
 * During a search the map shows only its hits; with a run overlay, only the run (red = failed); with a difference, only
 * that.
 */
function markOf({ problem }: DrawnNode, byte: number, tone: EmphasisTone, difference: DifferenceKind): Mark {
  if (hasEmphasis(byte, 'chosen') || hasEmphasis(byte, 'selected')) return { colour: 'accent', alpha: 1, layer: 4 }
  if (hasEmphasis(byte, 'found')) return { colour: 'text', alpha: 1, layer: 3 }
  if (hasEmphasis(byte, 'dim')) return dimMark
  const laid = ofTone[tone] ?? ofDifference[difference]
  if (laid !== null) return laid
  if (problem === 'error') return { colour: 'bad-solid', alpha: 1, layer: 3 }
  return problem === 'warning' ? { colour: 'warn', alpha: 1, layer: 2 } : defaultMark
}

/** Paints the blocks of `area` (canvas pixels) onto the whole of a bitmap; `ratio` = device pixels per screen pixel. */
export function paintMap(
  context: OffscreenCanvasRenderingContext2D,
  { nodes }: Drawing,
  emphasis: Emphasis,
  palette: ColourPalette,
  { area, ratio }: { area: Box; ratio: number },
): void {
  const { width } = context.canvas
  const scale = width / area.width
  const layers: { mark: Mark; box: Box }[][] = [[], [], [], [], []]
  for (const [nodeIndex, node] of nodes.entries()) {
    if (node.kind === 'group' || node.kind === 'note') continue
    const tone = emphasisTones[emphasis.tones[nodeIndex] ?? 0] ?? 'none'
    const mark = markOf(
      node,
      emphasis.nodes[nodeIndex] ?? 0,
      tone,
      differenceKinds[emphasis.changes[nodeIndex] ?? 0] ?? 'none',
    )
    layers[mark.layer]?.push({ mark, box: node.box })
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = palette.get('surface') ?? 'white'
  context.fillRect(0, 0, width, context.canvas.height)
  for (const { mark, box } of layers.flat()) {
    const least = mark.layer > 1 ? minMarkSize * ratio : 1
    const [w, h] = [Math.max(box.width * scale, least), Math.max(box.height * scale, least)]
    context.globalAlpha = mark.alpha
    context.fillStyle = palette.get(mark.colour) ?? 'gray'
    context.fillRect(
      (box.x + box.width / 2 - area.x) * scale - w / 2,
      (box.y + box.height / 2 - area.y) * scale - h / 2,
      w,
      h,
    )
  }
  context.globalAlpha = 1
}
