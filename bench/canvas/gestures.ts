/** Realistic gestures, their frame times, and whether the view followed. */
import type { Page } from '@playwright/test'
import { type View, viewOf, wheelPerDoubling } from '#scripts/canvas-view.ts'
import { sized } from '#bench/harness.ts'

/** Duration of a gesture; a page that cannot follow gets at least `least` steps, no page more than `most`. */
const duration = sized({ ms: 1500, least: 10, most: 90 }, { ms: 200, least: 10, most: 12 })
/** Interval between two steps: mouse events at the rate of a screen. */
const stepMs = 1000 / 60
/** Time after the last step that belongs to the gesture, for mounting and repainting. */
const afterMs = 300
export interface Gesture {
  /** 95th percentile of frame times in ms. */
  p95: number
  frames: number
  before: View | null
  after: View | null
  /** True if the view changed in at least half of the steps. */
  didMove: boolean
}

const wait = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, Math.max(0, ms)))

/** Records the time of every frame and the views in between. */
const record = (page: Page) =>
  page.evaluateHandle(() => {
    const element = document.querySelector('.react-flow__viewport')
    const notes = { on: true, times: new Array<number>(), views: new Set<string>() }
    // No named function: the compiler would add a helper that the page does not have.
    void (async () => {
      while (notes.on) {
        await new Promise(requestAnimationFrame)
        notes.times.push(performance.now())
        if (element instanceof HTMLElement) notes.views.add(element.style.transform)
      }
    })()
    return notes
  })

/** Calls `step` with the completed fraction of the gesture, 0–1, and with the increment of this step. */
async function steps(step: (part: number, more: number) => Promise<void>): Promise<number> {
  let part = 0
  let frames = 0
  let last = performance.now()
  while (part < 1) {
    await wait(last + stepMs - performance.now())
    const now = performance.now()
    const more = Math.min(1 - part, 1 / duration.least, Math.max(1 / duration.most, (now - last) / duration.ms))
    last = now
    part = part + more > 0.9999 ? 1 : part + more
    frames += 1
    await step(part, more)
  }
  return frames
}

async function gesture(page: Page, act: () => Promise<number>): Promise<Gesture> {
  const before = await viewOf(page)
  const notes = await record(page)
  const frames = await act()
  await wait(afterMs)
  const { times, views } = await notes.evaluate((all) => {
    all.on = false
    return { times: all.times, views: all.views.size }
  })
  await notes.dispose()
  const after = await viewOf(page)
  const deltas = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const sorted = deltas.toSorted((a, b) => a - b)
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Infinity
  const changed = before !== null && after !== null && Math.hypot(after.x - before.x, after.y - before.y) > 10
  return { p95, frames: deltas.length, before, after, didMove: changed && views >= frames / 2 }
}

/** Drags the canvas in a figure of eight that does not end where it began. */
export function pan(page: Page, { x, y }: { x: number; y: number }): Promise<Gesture> {
  return gesture(page, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    const frames = await steps((part) =>
      page.mouse.move(
        x + 260 * Math.sin(2 * Math.PI * part) + 90 * part,
        y + 130 * Math.sin(4 * Math.PI * part) + 40 * part,
      ),
    )
    await page.mouse.up()
    return frames
  })
}

/** Turns the wheel over a point to multiply the zoom of the view by `zoom`. */
export function wheel(page: Page, { x, y }: { x: number; y: number }, zoom: number): Promise<Gesture> {
  const all = -Math.log2(zoom) * wheelPerDoubling
  return gesture(page, async () => {
    await page.mouse.move(x, y)
    return steps((_part, more) => page.mouse.wheel(0, all * more))
  })
}

/**
 * A point near the given one that is free of nodes and edges, or at least of edges, so that a drag from it moves the
 * canvas. Tries few points: on a page of a hundred thousand elements each takes milliseconds.
 */
export const freePoint = (page: Page, target: { x: number; y: number }): Promise<{ x: number; y: number }> =>
  page.evaluate(({ x, y }) => {
    let second: { x: number; y: number } | null = null
    for (let ring = 0; ring < 8; ring += 1)
      for (let turn = 0; turn < Math.max(1, 6 * ring); turn += 1) {
        const angle = (2 * Math.PI * turn) / Math.max(1, 6 * ring)
        const point = { x: x + 20 * ring * Math.cos(angle), y: y + 20 * ring * Math.sin(angle) }
        const element = document.elementFromPoint(point.x, point.y)
        if (element?.classList.contains('react-flow__pane') === true) return point
        if (element?.closest('.react-flow__edge') === null) second ??= point
      }
    return second ?? { x, y }
  }, target)
