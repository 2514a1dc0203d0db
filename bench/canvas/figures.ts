/** Converts outcomes to figures with limits. The limits are those of the canvas design; ratios are within one run. */
import { fitLimits } from './judge.ts'
import { gestures, type Outcome, type Proof } from './outcome.ts'
import { swapZooms } from './swap.ts'

type Report = (name: string, value: number, unit: string, judgement?: { atMost?: number; atLeast?: number }) => void

/** Maximum time until the fitted frame relative to the blank page, by the size of the flow. */
const maxRatioToBlank = (count: number): number => (count <= 1_000 ? 6 : count <= large ? 8 : 20)

const limits = {
  /** Minimum time of the plain page relative to the product, by nodes. */
  toPlain: new Map([
    [10_000, 10],
    [50_000, 30],
  ]),
  framesToBlank: 1.25,
  /** Minimum heap of the plain page relative to the product, at 10,000 nodes. */
  heapToPlain: 30,
  processToPlain: 5,
  /** Maximum growth over the smallest size, in MB. */
  heapGrowth: 2,
  elements: 1500,
  /** Longest task in ms before the fitted frame, and (`task`) after it: under three frames, which is not noticeable. */
  loadTask: 80,
  task: 50,
  swap: 0.005,
  contrast: 1.5,
}
/** Size from which frame times have a limit, and at which heap and process are compared with the plain page. */
const large = 10_000

export interface SizeResult {
  count: number
  /** Nodes of the flow, including groups. */
  nodes: number
  product: Outcome | null
  blank: Outcome | null
  plain: Outcome | null
  proof: Proof
  /** Planted faults that the checks did not find. */
  undetectedFaults: number
  swaps: readonly number[]
  /** Error messages of pages without an outcome. */
  failures: readonly string[]
}

const gestureLabels = { overview: 'pan at the fit', wheel: 'wheel', near: 'pan at zoom 1' } as const

function reportOne(report: Report, label: string, page: string, of: Outcome | null): void {
  if (of === null) return
  report(`${label}: fitted frame, ${page}`, of.fittedMs, 'ms')
  for (const [index, gesture] of gestures.entries())
    if (of.p95[index] !== undefined)
      report(`${label}: frame p95, ${gestureLabels[gesture]}, ${page}`, of.p95[index], 'ms')
  report(`${label}: heap, ${page}`, of.heap, 'MB')
  if (of.process > 0) report(`${label}: process, ${page}`, of.process, 'MB')
  report(`${label}: elements at the fit, ${page}`, of.elementsAtFit, '')
}

function reportRatios(report: Report, label: string, { count, product, blank, plain }: SizeResult): void {
  const productValue = (figure: (of: Outcome) => number): number => (product === null ? Infinity : figure(product))
  if (blank !== null) {
    report(`${label}: fitted frame against blank`, productValue((of) => of.fittedMs) / blank.fittedMs, '×', {
      atMost: maxRatioToBlank(count),
    })
    const ratios = gestures.map(
      (_, index) => productValue((of) => of.p95[index] ?? Infinity) / (blank.p95[index] ?? Infinity),
    )
    const judged = count >= large ? { atMost: limits.framesToBlank } : {}
    report(`${label}: frame p95 of the worst gesture against blank`, Math.max(...ratios), '×', judged)
  }
  if (plain === null) return
  const atLeast = limits.toPlain.get(count)
  const judged = atLeast === undefined ? {} : { atLeast }
  report(
    `${label}: fitted frame, plain against product`,
    plain.fittedMs / productValue((of) => of.fittedMs),
    '×',
    judged,
  )
  const hasLimits = count === large
  report(
    `${label}: heap, plain against product`,
    plain.heap / productValue((of) => of.heap),
    '×',
    hasLimits ? { atLeast: limits.heapToPlain } : {},
  )
  if (plain.process > 0)
    report(
      `${label}: process, plain against product`,
      plain.process / productValue((of) => of.process),
      '×',
      hasLimits ? { atLeast: limits.processToPlain } : {},
    )
}

/** All figures of one size. */
export function reportSize(report: Report, result: SizeResult): void {
  const { count, nodes, product, blank, plain, proof, undetectedFaults, swaps, failures } = result
  const label = count.toLocaleString('en')
  for (const failure of failures) console.error(`  ${label}: ${failure}`)
  reportOne(report, label, 'product', product)
  reportOne(report, label, 'blank', blank)
  reportOne(report, label, 'plain', plain)
  reportRatios(report, label, result)
  const productValue = (figure: (of: Outcome) => number): number => (product === null ? Infinity : figure(product))
  report(
    `${label}: longest task on load`,
    productValue((of) => of.loadTask),
    'ms',
    { atMost: limits.loadTask },
  )
  report(
    `${label}: longest task from the fitted frame on`,
    productValue((of) => of.longestTaskMs),
    'ms',
    { atMost: limits.task },
  )
  report(
    `${label}: longest task of a gesture`,
    productValue((of) => of.gestureTask),
    'ms',
    { atMost: limits.task },
  )
  report(
    `${label}: longest task, CPU time`,
    productValue((of) => of.taskCpu),
    'ms',
  )
  const most = Math.max(
    productValue((of) => of.elementsAtFit),
    productValue((of) => of.elementsAtZoomOne),
  )
  report(`${label}: elements, at the fit or at zoom 1`, most, '', { atMost: limits.elements })
  report(`${label}: nodes missing from the mark`, Math.abs(nodes - (product?.nodes ?? 0)), '', { atMost: 0 })
  report(
    `${label}: first picture that shows the flow`,
    productValue((of) => of.shownMs),
    'ms',
  )
  report(`${label}: cards with ink where the fit puts them`, product === null ? 0 : proof.inkedShare, '', {
    atLeast: fitLimits.inkedShare,
  })
  report(`${label}: ink outside of the flow`, product === null ? 1 : proof.outside, '', { atMost: fitLimits.outside })
  report(`${label}: ink of cards against gaps at zoom 1`, product === null ? 0 : proof.contrast, '×', {
    atLeast: limits.contrast,
  })
  report(`${label}: gestures that moved the flow, of 3`, product === null ? 0 : proof.movedCount, '', { atLeast: 3 })
  report(`${label}: planted faults that were not found, of 3`, product === null ? 3 : undetectedFaults, '', {
    atMost: 0,
  })
  for (const [index, zoom] of swapZooms.entries())
    if (swaps[index] !== undefined)
      report(`${label}: pixels that a swap changes at zoom ${zoom}`, swaps[index], '', { atMost: limits.swap })
}

/** A flow without positions against a blank page; `spread` is the smallest share of the canvas with ink. */
export function reportUnplaced(
  report: Report,
  count: number,
  { product, blank, spread }: { product: Outcome | null; blank: Outcome | null; spread: number },
): void {
  const label = `${count.toLocaleString('en')} without positions`
  const productValue = (figure: (of: Outcome) => number): number => (product === null ? Infinity : figure(product))
  report(
    `${label}: fitted frame, product`,
    productValue((of) => of.fittedMs),
    'ms',
  )
  if (blank !== null) {
    report(`${label}: fitted frame, blank`, blank.fittedMs, 'ms')
    report(`${label}: fitted frame against blank`, productValue((of) => of.fittedMs) / blank.fittedMs, '×', {
      atMost: maxRatioToBlank(count),
    })
  }
  report(
    `${label}: longest task on load`,
    productValue((of) => of.loadTask),
    'ms',
    { atMost: limits.loadTask },
  )
  report(
    `${label}: longest task from the fitted frame on`,
    productValue((of) => of.longestTaskMs),
    'ms',
    { atMost: limits.task },
  )
  report(
    `${label}: elements at the fit`,
    productValue((of) => of.elementsAtFit),
    '',
    { atMost: limits.elements },
  )
  report(`${label}: share of the canvas with ink`, spread, '', { atLeast: minSpread })
}
/** The blank page has 0; a tall flow fills a small part of a wide window. */
const minSpread = 0.03

/** The heap must not grow with the flow. */
export function reportGrowth(report: Report, results: readonly SizeResult[]): void {
  const known = results.flatMap(({ count, product }) => (product === null ? [] : [{ count, heap: product.heap }]))
  const [least, most] = [known[0], known.at(-1)]
  if (least === undefined || most === undefined || least === most) return
  const name = `heap growth from ${least.count.toLocaleString('en')} to ${most.count.toLocaleString('en')} nodes`
  report(name, most.heap - least.heap, 'MB', { atMost: limits.heapGrowth })
}
