/**
 * The icons of badges, run statuses and changes as paths, beside those of kinds (kind-glyphs.ts). The components of the
 * package would import React.
 */
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
import { __iconData as hourglass } from 'lucide-react/icons/hourglass'
import { __iconData as keyRound } from 'lucide-react/icons/key-round'
import { __iconData as stickyNote } from 'lucide-react/icons/sticky-note'
import { __iconData as triangleAlert } from 'lucide-react/icons/triangle-exclamation-point'
import { glyphOf, type Glyph } from './kind-glyphs.ts'

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
