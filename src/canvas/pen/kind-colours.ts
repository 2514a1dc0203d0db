import type { KindHue } from '#flow/visual-kind/kind-hues.ts'
import type { Colour } from './palette.ts'

/** Colour of a kind's icon. */
export const kindColour = (hue: KindHue): Colour =>
  hue === 'trigger' ? 'on-inverse' : hue === 'neutral' ? 'text-2' : `kind-${hue}`

/** Colour of the tile behind a kind's icon. */
export const kindBackground = (hue: KindHue): Colour =>
  hue === 'trigger' ? 'inverse' : hue === 'neutral' ? 'idle-soft' : `kind-${hue}-soft`

/** Colour of a kind at zooms where only the colour is visible. */
export const kindMark = (hue: KindHue): Colour =>
  hue === 'trigger' ? 'inverse' : hue === 'neutral' ? 'control' : `kind-${hue}`
