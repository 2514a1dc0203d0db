/** Figures of one visit, and of several combined. Pure. */
import type { FitEvidence, MoveEvidence } from './judge.ts'
import type { Visit } from './visit.ts'
import { median } from '#bench/statistics.ts'

/** Maximum time in ms from a mark to the picture that confirms it; if it is longer, the picture's time counts. */
const maxMarkLeadMs = 150

export const gestures = ['overview', 'wheel', 'near'] as const

export interface Outcome {
  /** Time in ms from navigation to the fitted flow, and to the first picture that shows it. */
  fittedMs: number
  shownMs: number
  /** Longest task of the main thread in ms: on load, after the fitted frame, in gestures; and longest CPU time. */
  loadTask: number
  longestTaskMs: number
  gestureTask: number
  taskCpu: number
  /** 95th percentiles of frame times in ms, in the order of `gestures`. */
  p95: number[]
  elementsAtFit: number
  elementsAtZoomOne: number
  /** MB, at the fit or at the end, whichever is more. */
  heap: number
  process: number
  /** Nodes that the page reports as shown. */
  nodes: number
}

/** The figures of a visit. */
export function outcomeOf(visit: Visit, shownMs: number): Outcome {
  const { mark, moves, atFit } = visit
  const after = moves?.weight ?? atFit
  const list = moves === null ? [] : gestures.map((name) => moves[name])
  const tasks = [visit.longest, ...list.map(({ longest }) => longest)]
  return {
    fittedMs: mark !== null && shownMs <= mark.ms + maxMarkLeadMs ? mark.ms : shownMs,
    shownMs,
    loadTask: visit.longest.ms,
    longestTaskMs: visit.longestAfterFit.ms,
    gestureTask: Math.max(0, ...list.map(({ longest }) => longest.ms)),
    taskCpu: Math.max(...tasks.map(({ cpuMs }) => cpuMs)),
    p95: list.map(({ p95 }) => p95),
    elementsAtFit: atFit.elements,
    elementsAtZoomOne: after.elements,
    heap: Math.max(atFit.heap, after.heap),
    process: Math.max(atFit.process, after.process),
    nodes: mark?.nodes ?? 0,
  }
}

/** The median of each figure; null if there are no outcomes. */
export function medianOf(outcomes: readonly Outcome[]): Outcome | null {
  if (outcomes.length === 0) return null
  const of = (figure: (outcome: Outcome) => number): number => median(outcomes.map(figure), Infinity)
  return {
    fittedMs: of((one) => one.fittedMs),
    shownMs: of((one) => one.shownMs),
    loadTask: of((one) => one.loadTask),
    longestTaskMs: of((one) => one.longestTaskMs),
    gestureTask: of((one) => one.gestureTask),
    taskCpu: of((one) => one.taskCpu),
    p95: (outcomes[0]?.p95 ?? []).map((_, index) => of((one) => one.p95[index] ?? Infinity)),
    elementsAtFit: of((one) => one.elementsAtFit),
    elementsAtZoomOne: of((one) => one.elementsAtZoomOne),
    heap: of((one) => one.heap),
    process: of((one) => one.process),
    nodes: of((one) => one.nodes),
  }
}

/** The better of two implementations of the same page, for each figure. */
export function betterOf(one: Outcome | null, other: Outcome | null): Outcome | null {
  if (one === null || other === null) return one ?? other
  const of = (figure: (outcome: Outcome) => number): number => Math.min(figure(one), figure(other))
  return {
    fittedMs: of((each) => each.fittedMs),
    shownMs: of((each) => each.shownMs),
    loadTask: of((each) => each.loadTask),
    longestTaskMs: of((each) => each.longestTaskMs),
    gestureTask: of((each) => each.gestureTask),
    taskCpu: of((each) => each.taskCpu),
    p95: one.p95.map((_, index) => of((each) => each.p95[index] ?? Infinity)),
    elementsAtFit: of((each) => each.elementsAtFit),
    elementsAtZoomOne: of((each) => each.elementsAtZoomOne),
    heap: of((each) => each.heap),
    process: of((each) => each.process),
    nodes: one.nodes,
  }
}

/** The worst evidence of all visits to the product. */
export interface Proof {
  inkedShare: number
  outside: number
  movedCount: number
  contrast: number
}

export const noProof: Proof = { inkedShare: 1, outside: 0, movedCount: 3, contrast: Infinity }

export const worstProof = (proof: Proof, fit: FitEvidence, move: MoveEvidence): Proof => ({
  inkedShare: Math.min(proof.inkedShare, fit.inkedShare),
  outside: Math.max(proof.outside, fit.outside),
  movedCount: Math.min(proof.movedCount, move.movedCount),
  contrast: Math.min(proof.contrast, move.contrast),
})
