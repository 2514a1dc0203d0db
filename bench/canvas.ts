/**
 * The flow page at 300–50,000 nodes beside a plain React Flow page and a blank one: first paint, gestures, memory, DOM.
 */
import type { Page } from '@playwright/test'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { findBrowser } from '#scripts/browser.mjs'
import { Decoder } from './canvas/decode.ts'
import { reportGrowth, reportSize, reportUnplaced, type SizeResult } from './canvas/figures.ts'
import { cornersOf, isFitProven, fitEvidenceOf, moveEvidenceOf, shownMsOf, type FlowLayout } from './canvas/judge.ts'
import { betterOf, medianOf, noProof, outcomeOf, worstProof, type Outcome } from './canvas/outcome.ts'
import { spreadOf } from './canvas/picture.ts'
import { setStage, type Stage } from './canvas/stage.ts'
import { swapsOf } from './canvas/swap.ts'
import { edge, visit, type Plan, type Visit, type BrowserTarget } from './canvas/visit.ts'
import { generatedFlow } from './generated-flow.ts'
import { bench, numberFlag, sized } from './harness.ts'
import { densestPoint, placedFlow } from './placed-flow.ts'

const sizes = sized([300, 2_000, 10_000, 50_000], [60])
/** Above this size the plain page takes minutes, so it is only measured with --full, in one round. */
const maxPlainNodes = 10_000
/** Size at which the swap of painted for mounted nodes is checked. */
const swapSize = sized(300, 60)
/** Size of the flow for warming up a page. */
const warmUpNodes = 12
/** Distance by which a flow is displaced to test the checks, in pixels of the window. */
const injectedDelayMs = 200

const pages = ['blank', 'product', 'plain', 'plain-visible'] as const
type PageName = (typeof pages)[number]

const measuredSizes = process.argv.includes('--size') ? [numberFlag('--size', 0)] : sizes
const rounds = numberFlag('--rounds', sized(3, 1))
const isFull = process.argv.includes('--full')
const hasPositions = !process.argv.includes('--unplaced')

/** Progress on stderr: a run takes minutes, and its figures come at the end. */
const print = (line: string): void => console.error(`  ${line}`)

function pathOf(page: PageName, id: string, canvas: Box | null): string {
  if (page === 'blank') return `/bench/blank?flow=${id}`
  if (page === 'product') return `/flows/${id}`
  const { x, y, width, height } = canvas ?? { x: 0, y: 0, width: 1280, height: 800 }
  return `/bench/plain?flow=${id}&box=${[x, y, width, height].join(',')}${page === 'plain' ? '' : '&visible'}`
}

class Bench {
  readonly #stage: Stage
  readonly #target: BrowserTarget
  readonly #decoder: Decoder
  readonly #warmUpId: string
  /** Canvas of the product: the plain page gets the same size. */
  canvas: Box | null = null

  constructor(stage: Stage, where: BrowserTarget, decoder: Decoder, warm: string) {
    this.#stage = stage
    this.#target = where
    this.#decoder = decoder
    this.#warmUpId = warm
  }

  visit(page: PageName, id: string, plan: Pick<Plan, 'gestures' | 'densest' | 'last'>): Promise<Visit> {
    const [path, warmPath] = [pathOf(page, id, this.canvas), pathOf(page, this.#warmUpId, this.canvas)]
    return visit(this.#target, { ...plan, path, warmUpPath: warmPath })
  }

  /** Visits the pages in turn, `rounds` times; a page that fails is skipped from then on. */
  async alternate(
    names: readonly PageName[],
    id: string,
    plan: (page: PageName, round: number) => Pick<Plan, 'gestures' | 'densest' | 'last'> & { isAsked: boolean },
    record: (page: PageName, found: Visit, seen: number) => Promise<void> | void,
  ): Promise<{ outcomes: Map<PageName, Outcome[]>; failures: string[] }> {
    const outcomes = new Map<PageName, Outcome[]>(names.map((name) => [name, []]))
    const failures: string[] = []
    const failed = new Set<PageName>()
    for (let round = 0; round < rounds; round += 1)
      for (const name of names) {
        if (failed.has(name) || !plan(name, round).isAsked) continue
        const began = performance.now()
        try {
          const found = await this.visit(name, id, plan(name, round))
          const seen = await shownMsOf(found, this.#decoder)
          const outcome = outcomeOf(found, seen)
          outcomes.get(name)?.push(outcome)
          if (name === 'product') this.canvas = found.canvas
          await record(name, found, seen)
          const seconds = Math.round((performance.now() - began) / 1000)
          print(`round ${round + 1}, ${name}: fitted after ${Math.round(outcome.fittedMs)} ms (${seconds} s)`)
        } catch (problem) {
          failed.add(name)
          failures.push(`${name}: ${problem instanceof Error ? problem.message.split('\n')[0] : String(problem)}`)
          print(failures.at(-1) ?? '')
        }
      }
    // The results of a page that failed in any round are discarded.
    for (const name of failed) outcomes.set(name, [])
    return { outcomes, failures }
  }

  async placed(count: number): Promise<SizeResult> {
    const flow = placedFlow(count)
    const { id, ms, bytes } = await this.#stage.add(`Generated ${count}`, flow)
    print(
      `${count}: ${flow.nodes.length} nodes, ${flow.edges.length} edges, ${(bytes / 1e6).toFixed(1)} MB; the service responds in ${Math.round(ms)} ms`,
    )
    const layout: FlowLayout = { cards: [...flow.cards.values()], bounds: flow.bounds }
    const densest: Plan['densest'] = (view, canvas) => {
      const isVisible = ({ x, y }: Box): boolean => {
        const [left, top] = [view.x + x * view.zoom, view.y + y * view.zoom]
        return left > edge && top > edge && left < canvas.width - edge && top < canvas.height - edge
      }
      return densestPoint(layout.cards.filter(isVisible), canvas)
    }
    let proof = noProof
    let undetectedFaults = 0
    let blankPicture = ''
    let swaps: number[] = []
    const swap = async (page: Page, position: { x: number; y: number }) => {
      swaps = await swapsOf(page, position, this.#decoder)
    }
    const names = pages.filter((page) => !page.startsWith('plain') || count <= maxPlainNodes || isFull)
    const { outcomes, failures } = await this.alternate(
      names,
      id,
      (page, round) => ({
        isAsked: round === 0 || !page.startsWith('plain') || count <= maxPlainNodes,
        gestures: true,
        densest,
        ...(page === 'product' && count === swapSize && round === rounds - 1 ? { last: swap } : {}),
      }),
      async (page, found) => {
        if (page === 'blank') blankPicture = found.picture
        if (page === 'blank' && (await moveEvidenceOf(found, null, this.#decoder)).movedCount > 0) undetectedFaults += 1
        if (page !== 'product') return
        const { canvas, ground } = found
        const view = found.mark?.view ?? found.view
        if (canvas === null || view === null) throw new Error('The product shows no canvas.')
        const picture = await this.#decoder.decode(found.picture)
        proof = worstProof(
          proof,
          fitEvidenceOf(picture, { canvas, view, ground }, layout),
          await moveEvidenceOf(found, layout, this.#decoder),
        )
        // Planted faults: the blank page in place of the product, and a displaced picture.
        const blank = await this.#decoder.decode(blankPicture)
        if (isFitProven(fitEvidenceOf(blank, { canvas, view, ground: [255, 255, 255] }, layout))) undetectedFaults += 1
        const beside = { ...view, x: view.x + injectedDelayMs }
        if (isFitProven(fitEvidenceOf(picture, { canvas, view: beside, ground }, layout))) undetectedFaults += 1
      },
    )
    const of = (page: PageName) => medianOf(outcomes.get(page) ?? [])
    return {
      count,
      nodes: flow.nodes.length,
      product: of('product'),
      blank: of('blank'),
      plain: betterOf(of('plain'), of('plain-visible')),
      proof,
      undetectedFaults,
      swaps,
      failures,
    }
  }

  async unplaced(count: number): Promise<{ product: Outcome | null; blank: Outcome | null; spread: number }> {
    const { id } = await this.#stage.add(`Generated ${count} without positions`, generatedFlow(count))
    print(`${count} without positions`)
    let spread = 1
    const { outcomes } = await this.alternate(
      ['blank', 'product'],
      id,
      () => ({ isAsked: true, gestures: false, densest: () => ({ x: 0, y: 0 }) }),
      async (page, { picture, canvas, ground }) => {
        if (page !== 'product' || canvas === null) return
        spread = Math.min(spread, spreadOf(await this.#decoder.decode(picture), canvas, ground, cornersOf(canvas)))
      },
    )
    return { product: medianOf(outcomes.get('product') ?? []), blank: medianOf(outcomes.get('blank') ?? []), spread }
  }
}

await bench('canvas', async (report) => {
  const executablePath = await findBrowser()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const stage = await setStage()
  const decoder = await Decoder.start(executablePath, args)
  try {
    const where: BrowserTarget = { executablePath, args, url: stage.url, session: stage.session }
    const { id: warm } = await stage.add('Warm', placedFlow(warmUpNodes))
    const all = new Bench(stage, where, decoder, warm)
    const results: SizeResult[] = []
    for (const count of measuredSizes) {
      if (hasPositions) results.push(await all.placed(count))
      const last = results.at(-1)
      if (last !== undefined && hasPositions) reportSize(report, last)
      reportUnplaced(report, count, await all.unplaced(count))
    }
    reportGrowth(report, results)
  } finally {
    await decoder.end()
    await stage.end()
  }
})
