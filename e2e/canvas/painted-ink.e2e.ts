/**
 * Nothing vanishes on the canvas: where edges, notes and groups are visible, they still are when it is zoomed out, as far
 * as there are pixels for them.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { placedFlow } from '#bench/placed-flow.ts'
import { makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { noteTints } from '#flow/visual-kind/kind-hues.ts'
import { zoomTo } from '#scripts/canvas-view.ts'
import { inkOf, measureOnly, shownArea, showWholeFlow, type Area, type Ink } from '#e2e/support/canvas-ink.ts'
import { fixture } from '#e2e/support/flow-files.ts'
import { importFlow, type Point, viewOf, waitUntilFitted } from '#e2e/support/flow-steps.ts'
import { expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'
import { edge, node } from '#test/support/flow-draft.ts'

type Draft = Parameters<typeof importFlow>[2]

/** Opens a new flow as a whole, and deletes it after the check. `middle`: of the canvas, on the screen. */
async function withFlow(
  { page, service }: { page: Page; service: TestService },
  draft: Draft,
  check: (middle: Point) => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await service.signIn(page)
  const id = await importFlow(service, page, draft)
  await page.goto(`${service.url}/flows/${id}`)
  await waitUntilFitted(page)
  await showWholeFlow(page)
  const { left, top, width, height } = await viewOf(page)
  await check({ x: left + width / 2, y: top + height / 2 })
  await service.call(page, 'DELETE', `/flow/${id}/`)
}

/** A file with two notes, and with a group in another one, both in colours of their own. */
function fileFlow(): Draft {
  const name = 'comfyui/portrait.json'
  const result = readFlowFile({ name, text: readFileSync(fixture(name), 'utf8') })
  if (!result.ok || result.flows[0] === undefined) throw new Error(`${name} has no flow.`)
  return result.flows[0]
}

/** A generated flow with groups, and with a note below every twelfth ungrouped step and its neighbours. */
function annotatedFlow(count: number): Draft {
  const { nodes, edges, cards } = placedFlow(count)
  const ungrouped = nodes.flatMap(({ id, parent }) => (parent === null ? (cards.get(id) ?? []) : []))
  const notes = ungrouped
    .filter((_, index) => index % 12 === 0)
    .map(({ x, y }, index) =>
      makeNode({
        id: `note${index}`,
        type: 'note',
        name: '',
        position: { x: x - 40, y: y - 60 },
        size: { width: 700, height: 280 },
        config: { text: 'What these steps do', colour: noteTints[index % noteTints.length] ?? null },
      }),
    )
  return { name: `A flow of ${count} with notes`, nodes: [...notes, ...nodes], edges }
}

/** Regions in each direction. */
const side = 8
/** Device pixels around a region of a small picture that count as well: lines are painted on whole pixels. */
const slack = 2
/**
 * Zooms of the large picture: at least, each step has a tile and each edge a stroke of its own; at most, steps are not
 * yet cards, whose ports and shadows have no counterpart among tiles.
 */
const [minLargeZoom, maxLargeZoom] = [0.16, 0.34]
/** The small pictures have this part of its width, and of its height. */
const parts = [1 / 2, 1 / 4, 1 / 8]

interface Measure {
  what: string
  of: (ink: Ink) => number
  /** Minimum ink in the large picture for a region to be compared. */
  least: number
  /** Minimum ink in each of the small pictures, as a share of that in the large one. */
  shares: readonly number[]
}

/**
 * In the theme, a small picture has more ink, as names and lines keep their size on the screen; where the large one has
 * room for more names, it may have less: at least 0.78 was measured, and 0.18 of the tints, which names and steps cover.
 * At lower zooms they cover some tints completely; there, `notes` tells whether there is a tint below them.
 */
const inTheme: readonly Measure[] = [
  { what: 'everything', of: ({ any }) => any, least: 2, shares: [0.6, 0.6, 0.6] },
  { what: 'tint', of: ({ tint }) => tint, least: 0.1, shares: [0.1, 0, 0] },
]
/** Half of the zoom doubles the ink of a line, of which a hairline has 0.55; where lines overlap, 0.96 was measured. */
const edges: Measure = { what: 'edges', of: ({ red }) => red, least: 1, shares: [0.8, 0.8, 0.8] }
/** An area keeps its share of the picture, except for what edges cover: 0.74, 0.68 and 0.26 were the least. */
const areaShares = [0.6, 0.5, 0.15]
const notes: Measure = { what: 'notes', of: ({ green }) => green, least: 25, shares: areaShares }
const groups: Measure = { what: 'groups', of: ({ blue }) => blue, least: 5, shares: areaShares }

interface Pictures {
  large: Ink[]
  small: Ink[][]
}

/** The ink of an area in a large picture, and in small ones. */
async function inkAtZooms(page: Page, middle: Point, zoom: number, area: Area): Promise<Pictures> {
  const small: Ink[][] = []
  for (const part of parts) {
    await zoomTo(page, middle, zoom * part)
    small.push(await inkOf(page, area, { columns: side, rows: side, slack }))
  }
  await zoomTo(page, middle, zoom)
  return { large: await inkOf(page, area, { columns: side, rows: side }), small }
}

/** Small pictures with too little ink in some region, and how much the palest one has. */
function fadedPictures({ large, small }: Pictures, { what, of, least, shares }: Measure): string[] {
  const compared = large.flatMap((ink, region) => (of(ink) >= least ? { region, ink: of(ink) } : []))
  if (compared.length === 0) return [`${what}: nothing to compare`]
  return small.flatMap((picture, index) => {
    const minShare = shares[index] ?? 0
    const found = compared.map(({ region, ink }) => {
      const one = picture[region]
      return { region, share: one === undefined ? 0 : of(one) / ink }
    })
    const [palest, ...others] = found.filter(({ share }) => !(share >= minShare)).toSorted((a, b) => a.share - b.share)
    if (palest === undefined) return []
    const place = `row ${Math.floor(palest.region / side)}, column ${palest.region % side}`
    return `${what} at ${parts[index]}: ${palest.share.toFixed(2)} in ${place}, and ${others.length} other regions`
  })
}

const flows = [
  { name: 'a file with notes and groups', draft: fileFlow, areas: [notes], details: {} },
  { name: '1,000 steps', draft: () => annotatedFlow(1_000), areas: [notes, groups], details: {} },
  { name: '10,000 steps', draft: () => annotatedFlow(10_000), areas: [notes, groups], details: wholeRun },
]
for (const { name, draft, areas, details } of flows)
  test(`each region keeps its ink when the canvas is zoomed out: ${name}`, details, async ({ page, service }) => {
    test.slow()
    await withFlow({ page, service }, draft(), async (middle) => {
      const zoom = Math.min(maxLargeZoom, Math.max(minLargeZoom, (await viewOf(page)).zoom))
      await zoomTo(page, middle, zoom)
      const area = await shownArea(page)
      const faded = async (measures: readonly Measure[]) => {
        const pictures = await inkAtZooms(page, middle, zoom, area)
        return measures.flatMap((measure) => fadedPictures(pictures, measure))
      }
      const inThemeColours = await faded(inTheme)
      await measureOnly(page, 'edges')
      const alone = await faded([edges])
      await measureOnly(page, 'areas')
      expect([...inThemeColours, ...alone, ...(await faded(areas))]).toEqual([])
    })
  })

/** Length of a level edge, and the part of it that is measured, in canvas pixels. */
const level = { length: 20_000, from: 1_000, to: 19_000 }
/** Height of the ports of a step, where level edges are. */
const portY = 22
/** Pixels above and below an edge that are measured. */
const around = 5
const bundleY = -1_000

/** An edge over a long distance, three that run together above it, and so many steps in rows of 25 below. */
function levelFlow(count: number): Draft {
  const ends = ([from, to]: readonly [string, string], y: number) => [
    node(from, 'trigger', from, { position: { x: 0, y } }),
    node(to, 'api', to, { position: { x: level.length, y } }),
  ]
  const ids = Array.from({ length: count }, (_, index) => `step${index}`)
  const steps = ids.map((id, index) =>
    node(id, 'api', id, { position: { x: (index % 25) * 300, y: 2_000 + Math.floor(index / 25) * 150 } }),
  )
  const bundle = ['one', 'two', 'three'].map((id) => ({ ...edge('C', 'D'), id }))
  return {
    name: `A level edge and ${count} steps`,
    nodes: [...ends(['A', 'B'], 0), ...ends(['C', 'D'], bundleY), ...steps],
    edges: [edge('A', 'B'), ...bundle, ...ids.slice(1).map((id, index) => edge(ids[index] ?? id, id))],
  }
}

/** Edges are strokes between tiles and, up to 400, among marks; more are hairlines, of which 0.55 is the opacity. */
const forms = [
  { steps: 0, ratio: 1, minInk: 0.9, details: {} },
  { steps: 100, ratio: 1, minInk: 0.9, details: wholeRun },
  { steps: 500, ratio: 1, minInk: 0.5, details: {} },
  { steps: 500, ratio: 2, minInk: 0.5, details: wholeRun },
] as const

for (const { steps, ratio, minInk, details } of forms)
  test.describe(`beside ${steps} steps, at a device pixel ratio of ${ratio}`, () => {
    test.use({ deviceScaleFactor: ratio })
    test(
      'an edge has ink in each column of pixels, and edges that run together are darker',
      details,
      async ({ page, service }) => {
        await withFlow({ page, service }, levelFlow(steps), async (middle) => {
          await measureOnly(page, 'edges')
          for (const zoom of [0.03, 0.01]) {
            await zoomTo(page, middle, zoom)
            // The wheel reaches a zoom to 0.2 percent.
            const pixel = 1 / ((await viewOf(page)).zoom * ratio)
            const columns = Math.floor((level.to - level.from) / pixel)
            /** Ink of each column of pixels around a level edge: 1 = that of an opaque pixel. */
            const columnsAt = async (y: number) => {
              const top = y + portY - around * pixel
              const area = { x: level.from, y: top, width: columns * pixel, height: 2 * around * pixel }
              return (await inkOf(page, area, { columns, rows: 1 })).map(({ red }) => (red / 255) * 2 * around)
            }
            const [single, bundle] = [await columnsAt(0), await columnsAt(bundleY)]
            expect(Math.min(...single)).toBeGreaterThanOrEqual(minInk)
            expect(Math.min(...bundle)).toBeGreaterThan(1.2 * Math.max(...single))
          }
        })
      },
    )
  })
