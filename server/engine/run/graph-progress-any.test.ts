/** Property tests over random flows: invariants for every graph, outcome and order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import type { Json } from '#lib/json/json.ts'
import { runPlanOf, type RunPlan } from './flow-graph.ts'
import { LoopLimitError, GraphProgress, replayProgress, type StepKey } from './graph-progress.ts'

const handleNames = ['out', 'error', 'case'] as const
type Ends = readonly [from: number, to: number, handle: (typeof handleNames)[number]]

const nodeCount = 9
const edgesOf = (ends: readonly Ends[]) =>
  ends.map(([from, to, handle], index) =>
    makeEdge({ id: `e${index}`, source: `n${from}`, target: `n${to}`, source_handle: handle }),
  )
const planFor = (ends: readonly Ends[]): RunPlan =>
  runPlanOf({
    nodes: Array.from({ length: nodeCount }, (_, index) =>
      makeNode({ id: `n${index}`, name: '', type: index === 0 ? 'trigger' : 'code' }),
    ),
    edges: edgesOf(ends),
  })

const node = fc.nat(nodeCount - 1)
const anyGraph = fc.array(fc.tuple(node, node, fc.constantFrom(...handleNames)), { maxLength: 18 })
/** Acyclic: edges only lead to higher node numbers. Their order in the list is random. */
const acyclic = anyGraph.map((ends) =>
  ends.flatMap(([a, b, handle]): Ends[] => (a === b ? [] : [[Math.min(a, b), Math.max(a, b), handle]])),
)

/** Output of a step, computed from its key and a seed, so independent of order. Later visits have fewer outputs. */
function outcome(seed: number, { key, visit }: StepKey): { handles: string[]; output: Json } {
  let hash = seed
  for (const letter of key) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  const handles = handleNames.filter((_, index) => (hash >>> (4 + index)) % 4 > (visit > 2 ? 2 : 0))
  return { handles, output: key }
}

interface Row extends StepKey {
  handles: string[]
  output: Json
  input: Json
}

/**
 * Settles open steps chosen by `pick`, until none is open or `most` are settled. Null if a loop exceeded its limit.
 */
function drive(plan: RunPlan, seed: number, pick: (open: number) => number, most = Infinity) {
  const progress = new GraphProgress(plan, 'n0', { maxVisits: 6 })
  const open = progress.start()
  const log: Row[] = []
  try {
    while (open.length > 0 && log.length < most) {
      const [step] = open.splice(pick(open.length) % open.length, 1)
      if (!step) break
      const input = progress.inputOf(step.key)
      const { handles, output } = outcome(seed, step)
      log.push({ ...step, handles, output, input })
      open.push(...progress.settle(step.key, handles, output))
    }
  } catch (error) {
    if (!(error instanceof LoopLimitError)) throw error
    return null
  }
  return { log, progress, open }
}

/** Picks by a list of random numbers, then always the first. */
const picker = (numbers: readonly number[]) => {
  let at = 0
  return () => {
    at += 1
    return numbers[at - 1] ?? 0
  }
}

const seed = fc.nat(0xffffffff)
const picks = fc.array(fc.nat(20), { maxLength: 60 })
const byKey = (rows: readonly Row[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
const keysOf = (steps: readonly StepKey[]) => steps.map(({ key }) => key).toSorted()
const runs = { numRuns: 2_000 }

/** Reference implementation for acyclic graphs, by recursion over predecessors. */
function naive(ends: readonly Ends[], given: number): Map<string, Json> {
  const next = (at: number) => ends.filter(([from]) => from === at)
  const reached = new Set<number>([0])
  for (const at of reached) for (const [, to] of next(at)) reached.add(to)
  const inputs = new Map<number, Json | undefined>()
  const inputOf = (at: number): Json | undefined => {
    if (at === 0) return null
    if (inputs.has(at)) return inputs.get(at)
    const from = new Map<string, Json>()
    for (const [source, to, handle] of ends) {
      if (to !== at || !reached.has(source) || inputOf(source) === undefined) continue
      const key = `n${source}#1`
      if (outcome(given, { key, node: `n${source}`, visit: 1 }).handles.includes(handle)) from.set(`n${source}`, key)
    }
    const [first] = from.values()
    const input = from.size > 1 ? Object.fromEntries(from) : first
    inputs.set(at, input)
    return input
  }
  const found = [...reached].map((at) => [`n${at}#1`, inputOf(at)] as const)
  return new Map(found.flatMap(([key, input]) => (input === undefined ? [] : [[key, input] as const])))
}

test('acyclic graphs: steps and inputs match the reference implementation, in any order', () => {
  fc.assert(
    fc.property(acyclic, seed, picks, (ends, given, numbers) => {
      const ran = drive(planFor(ends), given, picker(numbers))
      const inputs = new Map(byKey(ran?.log ?? []).map(({ key, input }) => [key, input]))
      expect(inputs).toEqual(naive(ends, given))
    }),
    runs,
  )
})

test('graphs with loops: any order gives the same steps, inputs and result; each visit runs once', () => {
  let looped = 0
  fc.assert(
    fc.property(anyGraph, seed, picks, (ends, given, numbers) => {
      const plan = planFor(ends)
      const [one, other] = [drive(plan, given, () => 0), drive(plan, given, picker(numbers))]
      expect(other === null).toBe(one === null)
      if (!one || !other) return
      if (one.log.some(({ visit }) => visit > 1)) looped += 1
      expect(byKey(other.log)).toEqual(byKey(one.log))
      expect(new Set(one.log.map(({ key }) => key)).size).toBe(one.log.length)
      expect([other.progress.isDone, other.progress.runOutput]).toEqual([true, one.progress.runOutput])
      expect({ ...other.progress.outputs }).toEqual({ ...one.progress.outputs })
      // Visits of a node are numbered without gaps.
      for (const { node: id, visit } of one.log)
        if (visit > 1) expect(one.log.some((row) => row.node === id && row.visit === visit - 1)).toBe(true)
    }),
    runs,
  )
  // The property is only meaningful with loops.
  expect(looped).toBeGreaterThan(100)
})

test('replaying any part of a log, in any order, restores the open steps and their inputs', () => {
  fc.assert(
    fc.property(
      anyGraph,
      seed,
      picks,
      fc.nat(30),
      fc.infiniteStream(fc.nat(1_000)),
      (ends, given, numbers, most, mix) => {
        const plan = planFor(ends)
        const ran = drive(plan, given, picker(numbers), most)
        if (!ran) return
        const shuffled = ran.log
          .map((row) => ({ row, place: mix.next().value ?? 0 }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ row }) => row)
        const again = new GraphProgress(plan, 'n0', { maxVisits: 6 })
        const open = replayProgress(again, shuffled)
        expect(keysOf(open)).toEqual(keysOf(ran.open))
        for (const { key } of open) expect(again.inputOf(key)).toEqual(ran.progress.inputOf(key))
        expect(again.runOutput).toEqual(ran.progress.runOutput)
      },
    ),
    runs,
  )
})

/** Structured programs, whose result is known without building a graph. `turns`: rounds of a loop. */
type Part =
  | { is: 'step' }
  | { is: 'row'; parts: Part[] }
  | { is: 'branch'; parts: Part[]; taken: number }
  | { is: 'side by side'; parts: Part[] }
  | { is: 'loop'; body: Part; turns: number }

const { program } = fc.letrec<{ program: Part }>((tie) => {
  const parts = fc.array(tie('program'), { minLength: 1, maxLength: 3 })
  return {
    program: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant<Part>({ is: 'step' }),
      fc.record({ is: fc.constant('row' as const), parts }),
      fc.record({ is: fc.constant('branch' as const), parts, taken: fc.nat(2) }),
      fc.record({ is: fc.constant('side by side' as const), parts }),
      fc.record({ is: fc.constant('loop' as const), body: tie('program'), turns: fc.integer({ min: 1, max: 3 }) }),
    ),
  }
})

/** Builds the graph of a program, and the expected number of visits by node. `weight`: visits of the part. */
class Writer {
  readonly ids: string[] = []
  readonly edges: { source: string; target: string; source_handle: string }[] = []
  readonly expected = new Map<string, number>()
  /** Chosen output by visit, for each branching node. */
  readonly ways = new Map<string, (visit: number) => string>()

  add(weight: number, from: string, handle = 'out'): string {
    const id = `s${this.ids.length}`
    this.ids.push(id)
    if (weight > 0) this.expected.set(id, weight)
    if (from !== '') this.edges.push({ source: from, target: id, source_handle: handle })
    return id
  }

  /** Adds a part after `from`; returns its last node. */
  write(part: Part, from: string, weight: number, handle = 'out'): string {
    if (part.is === 'step') return this.add(weight, from, handle)
    const begin = this.add(weight, from, handle)
    if (part.is === 'row') return part.parts.reduce((last, one) => this.write(one, last, weight), begin)
    if (part.is === 'loop') {
      const last = this.write(part.body, begin, weight * part.turns)
      const check = this.add(weight * part.turns, last)
      if (weight > 0) this.expected.set(begin, weight * part.turns)
      this.edges.push({ source: check, target: begin, source_handle: 'again' })
      this.ways.set(check, (visit) => (visit % part.turns === 0 ? 'out' : 'again'))
      return this.add(weight, check)
    }
    const taken = part.is === 'branch' ? part.taken % part.parts.length : null
    if (taken !== null) this.ways.set(begin, () => `case${taken}`)
    const ends = part.parts.map((one, index) =>
      this.write(one, begin, taken === null || taken === index ? weight : 0, taken === null ? 'out' : `case${index}`),
    )
    const end = this.add(weight, '')
    for (const source of ends) this.edges.push({ source, target: end, source_handle: 'out' })
    return end
  }
}

test('structured programs with sequences, branches, parallel parts and nested loops run as written', () => {
  fc.assert(
    fc.property(program, picks, (part, numbers) => {
      const writer = new Writer()
      const begin = writer.add(1, '')
      const end = writer.write(part, begin, 1)
      const plan = runPlanOf({
        nodes: writer.ids.map((id) => makeNode({ id, name: '', type: 'code' })),
        edges: writer.edges.map((edge, index) => makeEdge({ id: `e${index}`, ...edge })),
      })
      const progress = new GraphProgress(plan, begin)
      const open = progress.start()
      const ran = new Map<string, number>()
      const pick = picker(numbers)
      while (open.length > 0) {
        const [step] = open.splice(pick() % open.length, 1)
        if (!step) break
        ran.set(step.node, (ran.get(step.node) ?? 0) + 1)
        const handle = writer.ways.get(step.node)?.(step.visit) ?? 'out'
        open.push(...progress.settle(step.key, [handle], step.key))
      }
      expect(ran).toEqual(writer.expected)
      expect(progress.runOutput).toBe(`${end}#1`)
    }),
    runs,
  )
})
