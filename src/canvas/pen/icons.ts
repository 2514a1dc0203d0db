/**
 * The icons of the canvas as paths in a box of 24, from the package whose components draw them on the page: it exports
 * the data beside each component, but no type for them (icon-data.d.ts). The components themselves would import React.
 */
import { __iconData as box } from 'lucide-react/icons/box'
import { __iconData as braces } from 'lucide-react/icons/braces'
import { __iconData as brain } from 'lucide-react/icons/brain'
import { __iconData as circleOff } from 'lucide-react/icons/circle-off'
import { __iconData as circleX } from 'lucide-react/icons/circle-x'
import { __iconData as circle } from 'lucide-react/icons/circle'
import { __iconData as circleCheck } from 'lucide-react/icons/circle-check'
import { __iconData as circleSlash } from 'lucide-react/icons/circle-slash'
import { __iconData as listStart } from 'lucide-react/icons/list-start'
import { __iconData as loaderCircle } from 'lucide-react/icons/loader-circle'
import { __iconData as minus } from 'lucide-react/icons/minus'
import { __iconData as move } from 'lucide-react/icons/move'
import { __iconData as octagonMinus } from 'lucide-react/icons/octagon-minus'
import { __iconData as pencil } from 'lucide-react/icons/pencil'
import { __iconData as plus } from 'lucide-react/icons/plus'
import { __iconData as timerOff } from 'lucide-react/icons/timer-off'
import { __iconData as globe } from 'lucide-react/icons/globe'
import { __iconData as hourglass } from 'lucide-react/icons/hourglass'
import { __iconData as keyRound } from 'lucide-react/icons/key-round'
import { __iconData as messageSquare } from 'lucide-react/icons/message-square'
import { __iconData as shuffle } from 'lucide-react/icons/shuffle'
import { __iconData as split } from 'lucide-react/icons/split'
import { __iconData as stickyNote } from 'lucide-react/icons/sticky-note'
import { __iconData as triangleAlert } from 'lucide-react/icons/triangle-exclamation-point'
import { __iconData as workflow } from 'lucide-react/icons/workflow'
import { __iconData as zap } from 'lucide-react/icons/zap'

/** SVG paths in a box of 24 × 24. */
export type Glyph = readonly string[]

const number = (from: object, name: string): number => Number(Reflect.get(from, name) ?? 0)

/** Converts an SVG shape to a path. */
const shapes: Record<string, (from: object) => string> = {
  path: (from) => String(Reflect.get(from, 'd')),
  line: (from) => `M${number(from, 'x1')} ${number(from, 'y1')}L${number(from, 'x2')} ${number(from, 'y2')}`,
  polyline: (from) => `M${String(Reflect.get(from, 'points'))}`,
  circle: (from) => {
    const [x, y, r] = [number(from, 'cx'), number(from, 'cy'), number(from, 'r')]
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
  },
  rect: (from) => {
    const [x, y, w, h] = [number(from, 'x'), number(from, 'y'), number(from, 'width'), number(from, 'height')]
    const r = number(from, 'rx') || number(from, 'ry')
    const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
    return `M${x + r} ${y}h${w - 2 * r}${arc(r, r)}v${h - 2 * r}${arc(-r, r)}h${2 * r - w}${arc(-r, -r)}v${2 * r - h}${arc(r, -r)}Z`
  },
}

/** The paths of an icon. Throws if the package has changed its data format. */
function glyphOf(data: unknown): Glyph {
  const nodes: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'node') : null
  if (!Array.isArray(nodes)) throw new Error('An icon of lucide-react has no data.')
  return nodes.map((node: unknown) => {
    const [shape, from]: unknown[] = Array.isArray(node) ? node : []
    const draw = typeof shape === 'string' ? shapes[shape] : undefined
    if (draw === undefined || typeof from !== 'object' || from === null)
      throw new Error(`An icon of lucide-react has an unknown shape "${String(shape)}".`)
    return draw(from)
  })
}

/** Icons of run statuses; `run-status-words.ts` has their words. */
const statuses = new Map<string, Glyph>([
  ['queued', glyphOf(listStart)],
  ['running', glyphOf(loaderCircle)],
  ['waiting', glyphOf(hourglass)],
  ['succeeded', glyphOf(circleCheck)],
  ['failed', glyphOf(circleX)],
  ['timed_out', glyphOf(timerOff)],
  ['blocked', glyphOf(octagonMinus)],
  ['cancelled', glyphOf(circleSlash)],
])
const unknownStatus = glyphOf(circle)

/** The icon of a run status. */
export const statusGlyph = (status: string): Glyph => statuses.get(status) ?? unknownStatus

const kinds = new Map<string, Glyph>([
  ['trigger', glyphOf(zap)],
  ['api', glyphOf(globe)],
  ['transform', glyphOf(shuffle)],
  ['condition', glyphOf(split)],
  ['agent', glyphOf(brain)],
  ['code', glyphOf(braces)],
  ['message', glyphOf(messageSquare)],
  ['wait', glyphOf(hourglass)],
  ['subflow', glyphOf(workflow)],
])
const unknown = glyphOf(box)

/** The icon of a kind; an unknown kind gets a box. */
export const kindGlyph = (kind: string): Glyph => kinds.get(kind) ?? unknown

export const badgeGlyphs = {
  error: glyphOf(circleX),
  warning: glyphOf(triangleAlert),
  secret: glyphOf(keyRound),
  disabled: glyphOf(circleOff),
  note: glyphOf(stickyNote),
}

/** The signs of differences. */
export const changeGlyphs = {
  added: glyphOf(plus),
  removed: glyphOf(minus),
  changed: glyphOf(pencil),
  moved: glyphOf(move),
}
