/**
 * The icons of kinds as paths, for the painter and for the page. Their data is in the package whose components draw all
 * other icons of the page: it exports the data beside each component, but no type for it (icon-data.d.ts).
 */
import { __iconData as binary } from 'lucide-react/icons/binary'
import { __iconData as box } from 'lucide-react/icons/box'
import { __iconData as braces } from 'lucide-react/icons/braces'
import { __iconData as brain } from 'lucide-react/icons/brain'
import { __iconData as calendarClock } from 'lucide-react/icons/calendar-clock'
import { __iconData as chartScatter } from 'lucide-react/icons/chart-scatter'
import { __iconData as database } from 'lucide-react/icons/database'
import { __iconData as fileText } from 'lucide-react/icons/file-text'
import { __iconData as globe } from 'lucide-react/icons/globe'
import { __iconData as group } from 'lucide-react/icons/group'
import { __iconData as history } from 'lucide-react/icons/rotate-ccw-clock'
import { __iconData as hourglass } from 'lucide-react/icons/hourglass'
import { __iconData as logIn } from 'lucide-react/icons/log-in'
import { __iconData as logOut } from 'lucide-react/icons/log-out'
import { __iconData as mail } from 'lucide-react/icons/mail'
import { __iconData as merge } from 'lucide-react/icons/merge'
import { __iconData as messageSquare } from 'lucide-react/icons/message-square'
import { __iconData as messagesSquare } from 'lucide-react/icons/messages-square'
import { __iconData as mousePointerClick } from 'lucide-react/icons/mouse-pointer-click'
import { __iconData as plug } from 'lucide-react/icons/plug'
import { __iconData as repeat } from 'lucide-react/icons/repeat'
import { __iconData as scanText } from 'lucide-react/icons/scan-text'
import { __iconData as shuffle } from 'lucide-react/icons/shuffle'
import { __iconData as sparkles } from 'lucide-react/icons/sparkles'
import { __iconData as split } from 'lucide-react/icons/split'
import { __iconData as stickyNote } from 'lucide-react/icons/sticky-note'
import { __iconData as table2 } from 'lucide-react/icons/table-2'
import { __iconData as userCheck } from 'lucide-react/icons/user-check'
import { __iconData as variable } from 'lucide-react/icons/variable'
import { __iconData as webhook } from 'lucide-react/icons/webhook'
import { __iconData as workflow } from 'lucide-react/icons/workflow'
import { __iconData as wrench } from 'lucide-react/icons/wrench'
import { __iconData as zap } from 'lucide-react/icons/zap'
import type { KindIcon } from '#flow/visual-kind/kinds.ts'

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
  ellipse: (from) => {
    const [x, y, rx, ry] = [number(from, 'cx'), number(from, 'cy'), number(from, 'rx'), number(from, 'ry')]
    return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
  },
  rect: (from) => {
    const [x, y, w, h] = [number(from, 'x'), number(from, 'y'), number(from, 'width'), number(from, 'height')]
    const r = number(from, 'rx') || number(from, 'ry')
    const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
    return `M${x + r} ${y}h${w - 2 * r}${arc(r, r)}v${h - 2 * r}${arc(-r, r)}h${2 * r - w}${arc(-r, -r)}v${2 * r - h}${arc(r, -r)}Z`
  },
}

/** The paths of an icon. Throws if the package has changed its data format. */
export function glyphOf(data: unknown): Glyph {
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

/** `variable` is the icon of tools that store a value. */
export type TileIcon = KindIcon | 'variable'

const glyphs: Readonly<Record<TileIcon, Glyph>> = {
  binary: glyphOf(binary),
  box: glyphOf(box),
  braces: glyphOf(braces),
  brain: glyphOf(brain),
  'calendar-clock': glyphOf(calendarClock),
  'chart-scatter': glyphOf(chartScatter),
  database: glyphOf(database),
  'file-text': glyphOf(fileText),
  globe: glyphOf(globe),
  group: glyphOf(group),
  history: glyphOf(history),
  hourglass: glyphOf(hourglass),
  'log-in': glyphOf(logIn),
  'log-out': glyphOf(logOut),
  mail: glyphOf(mail),
  merge: glyphOf(merge),
  'message-square': glyphOf(messageSquare),
  'messages-square': glyphOf(messagesSquare),
  'mouse-pointer-click': glyphOf(mousePointerClick),
  plug: glyphOf(plug),
  repeat: glyphOf(repeat),
  'scan-text': glyphOf(scanText),
  shuffle: glyphOf(shuffle),
  sparkles: glyphOf(sparkles),
  split: glyphOf(split),
  'sticky-note': glyphOf(stickyNote),
  'table-2': glyphOf(table2),
  'user-check': glyphOf(userCheck),
  variable: glyphOf(variable),
  webhook: glyphOf(webhook),
  workflow: glyphOf(workflow),
  wrench: glyphOf(wrench),
  zap: glyphOf(zap),
}

/** The icon of a kind. */
export const kindGlyph = (icon: TileIcon): Glyph => glyphs[icon]
