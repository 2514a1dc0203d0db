import type { Drawing, DrawnNode } from '#canvas/paint/drawing.ts'
import {
  differenceKinds,
  emphasisTones,
  hasEmphasis,
  type DifferenceKind,
  type Emphasis,
  type EmphasisTone,
} from '#canvas/model/emphasis.ts'
import type { NoteTint } from '#flow/visual-kind/kind-hues.ts'
import type { Colour, ColourPalette } from '#canvas/pen/palette.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Minimum size of highlighted marks, in screen pixels. */
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
 * The map highlights the selected nodes and, in this order, the hits of a search, the run (red = failed), the
 * difference, or problems.
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

/** An area behind the marks: a group, or a note in its tint. */
function paintArea(
  context: OffscreenCanvasRenderingContext2D,
  tint: NoteTint | null,
  palette: ColourPalette,
  { x, y, width, height }: Box,
): void {
  context.fillStyle = palette.get(tint === null ? 'group' : `note-${tint}`) ?? 'transparent'
  context.fillRect(x, y, width, height)
  context.strokeStyle = palette.get(tint === null ? 'line-strong' : `note-${tint}-line`) ?? 'transparent'
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), Math.max(0, height - 1))
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
  const areas: DrawnNode[] = []
  for (const [nodeIndex, node] of nodes.entries()) {
    if (node.kind === 'group' || node.kind === 'note') {
      areas.push(node)
      continue
    }
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
  context.lineWidth = 1
  // Larger areas are behind smaller ones.
  const ordered = areas.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
  for (const { tint, box } of ordered)
    paintArea(context, tint, palette, {
      x: (box.x - area.x) * scale,
      y: (box.y - area.y) * scale,
      width: box.width * scale,
      height: box.height * scale,
    })
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
