/**
 * Evidence in the pictures of a visit: when the flow was on the screen, whether its nodes are where the fit puts them,
 * whether gestures moved it.
 */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import type { View } from '#scripts/canvas-view.ts'
import type { Decoder } from './decode.ts'
import { contrastOf, differenceOf, inkedShareOf, shownOf, spreadOf, type Colour, type Picture } from './picture.ts'
import { windowSize, type Visit } from './visit.ts'

/** Positions of a flow's cards, and the bounding box of everything drawn; in canvas pixels. */
export interface FlowLayout {
  cards: readonly Box[]
  bounds: Box
}

/** Minimum share of the final ink for a picture to show the flow: labels and badges may be drawn later. */
const shownShare = 0.9
/**
 * How far names extend beyond the bounds of the flow, in screen pixels, and edges that return around it, in canvas
 * pixels.
 */
const overhang = { names: 40, edges: 240 }
/** Size of the controls and of the minimap in the corners of the canvas. */
const corner = { width: 330, height: 180 }
/** Height of the notes at the top right, which are as wide as a corner: "979 steps run only in another product". */
const topHeight = 60
/** Height of the head of a card, in canvas pixels; the same for all cards. */
const headHeight = 44
/** Space between a card and the next one below, from the top of the card; empty in a placed flow. */
const gap = { from: 100, height: 44 }
/** Minimum difference of a changed pixel. */
const levels = 8

const onScreen = (box: Box, canvas: Box, view: View): Box => ({
  x: canvas.x + view.x + box.x * view.zoom,
  y: canvas.y + view.y + box.y * view.zoom,
  width: box.width * view.zoom,
  height: box.height * view.zoom,
})

/** Overlays at the bottom of the canvas, and at the top right. */
export function cornersOf(canvas: Box): Box[] {
  const y = canvas.y + canvas.height - corner.height
  const right = canvas.x + canvas.width - corner.width
  return [
    { x: canvas.x, y, ...corner },
    { x: right, y, ...corner },
    { x: right, y: canvas.y, width: corner.width, height: topHeight },
  ]
}

const isInside = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height

const isDisjoint = (box: Box, other: Box): boolean =>
  box.x >= other.x + other.width ||
  box.x + box.width <= other.x ||
  box.y >= other.y + other.height ||
  box.y + box.height <= other.y

/** Heads of visible cards, and free places between them, in pixels of the window. */
function visibleBoxes(layout: FlowLayout, canvas: Box, view: View): { heads: Box[]; gaps: Box[] } {
  const covered = cornersOf(canvas)
  const isVisible = (box: Box) => isInside(box, canvas) && covered.every((other) => isDisjoint(box, other))
  const at = (down: number, height: number) =>
    layout.cards.map((card) => onScreen({ ...card, y: card.y + down, height }, canvas, view)).filter(isVisible)
  return { heads: at(0, headHeight), gaps: at(gap.from, gap.height) }
}

export interface FitEvidence {
  /** Share of the cards whose heads have ink at their positions in the view. */
  inkedShare: number
  /** Share of the canvas outside of the flow that has ink. */
  outside: number
}

/** Limits for a picture of the fit. A blank page has no ink; a displaced flow has less inside and more outside. */
export const fitLimits = { inkedShare: 0.95, outside: 0.02 }

export const isFitProven = ({ inkedShare, outside }: FitEvidence): boolean =>
  inkedShare >= fitLimits.inkedShare && outside <= fitLimits.outside

/** Compares a picture with the flow and the view that it should show. */
export function fitEvidenceOf(
  picture: Picture,
  { canvas, view, ground }: { canvas: Box; view: View; ground: Colour },
  layout: FlowLayout,
): FitEvidence {
  const bounds = onScreen(layout.bounds, canvas, view)
  const aside = Math.max(overhang.names, overhang.edges * view.zoom)
  const around = {
    x: bounds.x - aside,
    y: bounds.y - aside,
    width: bounds.width + 2 * aside,
    height: bounds.height + 2 * aside,
  }
  return {
    inkedShare: inkedShareOf(picture, visibleBoxes(layout, canvas, view).heads, ground),
    outside: spreadOf(picture, canvas, ground, [around, ...cornersOf(canvas)]),
  }
}

/** Milliseconds until the screen showed the flow in its final form; Infinity without a picture. */
export async function shownMsOf({ screens, canvas, ground }: Visit, decoder: Decoder): Promise<number> {
  const last = screens.at(-1)
  if (last === undefined) return Infinity
  const final = await decoder.decode(last.jpeg)
  const scale = final.width / windowSize.width
  // Without controls and minimap: they may be drawn later, on every page.
  const area = canvas === null ? { x: 0, y: 0, ...windowSize } : { ...canvas, height: canvas.height - corner.height }
  const box = { x: area.x * scale, y: area.y * scale, width: area.width * scale, height: area.height * scale }
  // Searches backwards to the first picture with too little ink: earlier pictures have even less.
  let shownMs = last.ms
  for (const screen of screens.toReversed().slice(1)) {
    const picture = await decoder.decode(screen.jpeg)
    if (screen.ms < 0 || shownOf(picture, final, box, ground) < shownShare) break
    shownMs = screen.ms
  }
  return shownMs
}

export interface MoveEvidence {
  /** Gestures that moved the view and changed the picture; 3 = all. */
  movedCount: number
  /** At zoom 1: ink in the heads of cards relative to the gaps between them; about 1 if cards are displaced. */
  contrast: number
}

/** Whether every gesture moved the flow, and whether it was in place at zoom 1. */
export async function moveEvidenceOf(visit: Visit, layout: FlowLayout | null, decoder: Decoder): Promise<MoveEvidence> {
  const { moves, canvas, ground } = visit
  if (moves === null) return { movedCount: 0, contrast: 0 }
  const area = canvas ?? { x: 0, y: 0, ...windowSize }
  const pictures: Picture[] = []
  for (const picture of [visit.picture, moves.pictures.panned, moves.pictures.atZoomOne, moves.pictures.end])
    pictures.push(await decoder.decode(picture))
  let movedCount = 0
  for (const [index, didMove] of [
    moves.overview.didMove,
    moves.wheel.didMove && moves.reachedZoomOne,
    moves.near.didMove,
  ].entries()) {
    const [before, after] = [pictures[index], pictures[index + 1]]
    if (didMove && before && after && differenceOf(before, after, area, levels) > leastChange) movedCount += 1
  }
  const atOne = pictures[2]
  if (canvas === null || moves.view === null || layout === null || atOne === undefined)
    return { movedCount, contrast: 0 }
  const { heads, gaps } = visibleBoxes(layout, canvas, moves.view)
  return { movedCount, contrast: contrastOf(atOne, heads, gaps, ground) }
}
/** Minimum share of the canvas's pixels that change in a gesture. */
const leastChange = 0.005
