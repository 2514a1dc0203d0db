/** Colours of kinds, apart from the kinds: the page reads the colours before it needs the rest. */

/** Hues of kinds: the colours `--color-kind-<hue>` and `--color-kind-<hue>-soft`. */
export const kindHues = [
  'api',
  'database',
  'vector',
  'file',
  'sheet',
  'mail',
  'message',
  'model',
  'embedding',
  'memory',
  'parser',
  'agent',
  'tool',
  'code',
  'transform',
  'condition',
  'loop',
  'merge',
  'wait',
  'subflow',
  'human',
  'output',
  'app',
  'note',
] as const

/** `trigger` is the inverse colour, `neutral` the grey of what has no kind. */
export type KindHue = (typeof kindHues)[number] | 'trigger' | 'neutral'

/** Tints of notes and groups. */
export const noteTints = ['sand', 'blue', 'green', 'rose'] as const
export type NoteTint = (typeof noteTints)[number]
