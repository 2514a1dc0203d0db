/**
 * The colours of a drawing, by their names in tokens.css. Their values are resolved on the page: a worker has no
 * stylesheet.
 */

import { kindHues, noteTints, type NoteTint } from '#flow/visual-kind/kind-hues.ts'

export const baseColours = [
  'page',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'control',
  'text',
  'text-2',
  'text-3',
  'inverse',
  'on-inverse',
  'accent',
  'accent-soft',
  'accent-line',
  'accent-text',
  'ok',
  'ok-line',
  'warn',
  'bad',
  'bad-solid',
  'bad-line',
  'idle',
  'idle-soft',
  'diff-moved',
  'group',
  'edge',
  'grid-dot',
  'card-shadow',
] as const

type KindColour = (typeof kindHues)[number]

export type Colour =
  | (typeof baseColours)[number]
  | `kind-${KindColour}`
  | `kind-${KindColour}-soft`
  /** Tints of notes: background, `-line` for the border and `-title` for the title. */
  | `note-${NoteTint}`
  | `note-${NoteTint}-line`
  | `note-${NoteTint}-title`

/**
 * CSS colours by name; `pale` = opacity of dimmed elements; `layout` = layout pixels per screen pixel, if they are not
 * those of the device.
 */
export type ColourPalette = ReadonlyMap<Colour | 'pale' | 'layout', string>

/** Opacity of dimmed elements, unless more contrast is requested. */
export const defaultDimOpacity = 0.55

/** All colours in a fixed order. */
export const colours: readonly Colour[] = [
  ...baseColours,
  ...kindHues.flatMap((hue): Colour[] => [`kind-${hue}`, `kind-${hue}-soft`]),
  ...noteTints.flatMap((tint): Colour[] => [`note-${tint}`, `note-${tint}-line`, `note-${tint}-title`]),
]
