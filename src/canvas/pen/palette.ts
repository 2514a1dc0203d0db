/**
 * The colours of a drawing, by their names in tokens.css. Their values are resolved on the page: a worker has no
 * stylesheet.
 */

/** Kinds with a colour of their own; all others are neutral. */
const colouredKinds = ['api', 'transform', 'condition', 'agent', 'code', 'message', 'wait', 'subflow'] as const
type ColouredKind = (typeof colouredKinds)[number]

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

export type Colour = (typeof baseColours)[number] | `kind-${ColouredKind}` | `kind-${ColouredKind}-soft`

/**
 * CSS colours by name; `pale` = opacity of dimmed elements; `layout` = layout pixels per screen pixel, if they are not
 * those of the device.
 */
export type ColourPalette = ReadonlyMap<Colour | 'pale' | 'layout', string>

/** Opacity of dimmed elements, unless more contrast is requested. */
export const defaultDimOpacity = 0.55

const isColoured = (kind: string): kind is ColouredKind => colouredKinds.some((one) => one === kind)

/** Colour of a kind's icon. */
export const kindColour = (kind: string): Colour =>
  kind === 'trigger' ? 'on-inverse' : isColoured(kind) ? `kind-${kind}` : 'text-2'

/** Colour of the tile behind a kind's icon. */
export const kindBackground = (kind: string): Colour =>
  kind === 'trigger' ? 'inverse' : isColoured(kind) ? `kind-${kind}-soft` : 'idle-soft'

/** Colour of a kind at zooms where only the colour is visible. */
export const kindMark = (kind: string): Colour =>
  kind === 'trigger' ? 'inverse' : isColoured(kind) ? `kind-${kind}` : 'control'

/** All colours in a fixed order. */
export const colours: readonly Colour[] = [
  ...baseColours,
  ...colouredKinds.flatMap((kind): Colour[] => [`kind-${kind}`, `kind-${kind}-soft`]),
]
