/** The tokens of kinds and notes: muted, and readable on their tiles. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindHues, noteTints } from '#flow/visual-kind/kind-hues.ts'
import { baseColours, colours } from './palette.ts'

const tokens = readFileSync(new URL('../../tokens.css', import.meta.url), 'utf8')

type Oklch = readonly [number, number, number]

/** Both themes of a token; a token that refers to another one has its colours. */
function coloursOf(name: string): { light: Oklch; dark: Oklch } {
  const value = new RegExp(`--color-${name}: (.*);`).exec(tokens)?.[1] ?? expect.fail(`no token ${name}`)
  const other = /^var\(--color-(.*)\)$/.exec(value)?.[1]
  if (other !== undefined) return coloursOf(other)
  const [light, dark] = [...value.matchAll(/oklch\(([^)]*)\)/g)].map(([, parts]): Oklch => {
    const [l = 0, c = 0, h = 0] = (parts ?? '').split(' ').map(Number)
    return [l, c, h]
  })
  return light === undefined || dark === undefined ? expect.fail(value) : { light, dark }
}

/** Relative luminance (WCAG) of an OKLCH colour. */
function luminance([l, c, h]: Oklch): number {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Oklch, other: Oklch): number => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

test.each(kindHues)('the icon of %s is readable on its tile, and muted', (hue) => {
  const [icon, tile] = [coloursOf(`kind-${hue}`), coloursOf(`kind-${hue}-soft`)]
  expect(contrast(icon.light, tile.light)).toBeGreaterThanOrEqual(5.8)
  expect(contrast(icon.dark, tile.dark)).toBeGreaterThanOrEqual(6.8)
  for (const [, chroma] of [icon.light, icon.dark, tile.light, tile.dark]) expect(chroma).toBeLessThanOrEqual(0.08)
})

test.each(noteTints)('the title of a note in %s is readable, and its area pale', (tint) => {
  const [area, title] = [coloursOf(`note-${tint}`), coloursOf(`note-${tint}-title`)]
  expect(contrast(title.light, area.light)).toBeGreaterThanOrEqual(6.8)
  expect(contrast(title.dark, area.dark)).toBeGreaterThanOrEqual(8.5)
  for (const [, chroma] of [area.light, area.dark]) expect(chroma).toBeLessThanOrEqual(0.02)
})

test('a disabled card is seen on the canvas and on notes, and its name can be read', () => {
  const [frame, text, ground] = ['control', 'text-3', 'sunken'].map(coloursOf)
  for (const theme of ['light', 'dark'] as const) {
    if (frame === undefined || text === undefined || ground === undefined) expect.fail()
    for (const around of [ground, ...noteTints.map((tint) => coloursOf(`note-${tint}`))]) {
      expect(contrast(frame[theme], around[theme])).toBeGreaterThanOrEqual(3)
      expect(contrast(text[theme], around[theme])).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('no colour of the painter is listed twice', () => {
  expect(new Set(colours).size).toBe(colours.length)
  expect(colours.length).toBe(baseColours.length + 2 * kindHues.length + 3 * noteTints.length)
})
