/** The tint of a note or group: the colour that its author gave it, as one of four weak ones. Pure. */
import type { NoteTint } from '#flow/visual-kind/kind-hues.ts'
import { recordOf, type JsonRecord } from '#lib/json/json.ts'

/** n8n's colours by number, and those of Dify, Langflow and Obsidian Canvas by name. */
const tintsByName: Readonly<Record<string, NoteTint>> = {
  amber: 'sand',
  orange: 'sand',
  yellow: 'sand',
  blue: 'blue',
  cyan: 'blue',
  indigo: 'blue',
  green: 'green',
  lime: 'green',
  pink: 'rose',
  purple: 'rose',
  red: 'rose',
  rose: 'rose',
  violet: 'rose',
}
const tintsByNumber: readonly (NoteTint | undefined)[] = [
  undefined,
  'sand',
  'sand',
  'rose',
  'green',
  'blue',
  'rose',
  'sand',
]
const obsidianTints: Readonly<Record<string, NoteTint>> = {
  '1': 'rose',
  '2': 'sand',
  '3': 'sand',
  '4': 'green',
  '5': 'blue',
  '6': 'rose',
}

/** Minimum difference of the channels of a colour, 0 to 255, that is not grey. */
const minColourfulness = 12
/** Hues in degrees up to which a colour has a tint; red is at both ends. */
const hues: readonly { upTo: number; tint: NoteTint }[] = [
  { upTo: 15, tint: 'rose' },
  { upTo: 75, tint: 'sand' },
  { upTo: 165, tint: 'green' },
  { upTo: 255, tint: 'blue' },
  { upTo: 360, tint: 'rose' },
]

/** Channels of "#rgb", "#rrggbb" or "#rrggbbaa"; null for anything else. */
function channelsOf(colour: string): [number, number, number] | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(colour)?.[1]
  if (digits === undefined) return null
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const channel = (at: number) => parseInt(long.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

/** The tint nearest to a colour; null for a grey. */
function nearestTint([red, green, blue]: readonly [number, number, number]): NoteTint | null {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range < minColourfulness) return null
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  const hue = (sixth * 60 + 360) % 360
  return hues.find(({ upTo }) => hue < upTo)?.tint ?? null
}

/** The tint of a node by its config (`config.colour`, or the original of n8n); null without a colour. */
export function noteTintOf({ colour, original }: JsonRecord): NoteTint | null {
  const given = colour ?? recordOf(recordOf(original)['parameters'])['color']
  if (typeof given === 'number') return tintsByNumber[given] ?? null
  if (typeof given !== 'string') return null
  const channels = channelsOf(given)
  return channels === null ? (tintsByName[given] ?? obsidianTints[given] ?? null) : nearestTint(channels)
}
