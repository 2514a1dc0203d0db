/** Examples of graph progress: ready steps, visits, inputs. Property tests are in graph-progress-any.test.ts. */
import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import type { Json } from '#lib/json/json.ts'
import { passHandle, runPlanOf } from './flow-graph.ts'
import { LoopLimitError, GraphProgress, replayProgress } from './graph-progress.ts'

/** "a -> b", "a.yes -> b": one edge per string. Nodes named "if…" are conditions, "start" is the trigger. */
function flowOf(...ways: string[]) {
  const edges = ways.map((way, index) => {
    const [left = '', target = ''] = way.split(' -> ')
    const [source = '', handle = null] = left.split('.')
    return makeEdge({ id: `e${index}`, source, target, source_handle: handle })
  })
  const ids = new Set(['start', ...edges.flatMap(({ source, target }) => [source, target])])
  const nodes = [...ids].map((id) =>
    makeNode({ id, name: id, type: id === 'start' ? 'trigger' : id.startsWith('if') ? 'condition' : 'code' }),
  )
  return runPlanOf({ nodes, edges })
}

/**
 * Runs a flow, one step after the other in the order in which they became ready. `choose`: the outputs of a step. Each
 * step outputs its key. Returns the keys in order of completion.
 */
function run(plan: ReturnType<typeof runPlanOf>, choose: (key: string) => readonly string[] = () => ['out']) {
  const progress = new GraphProgress(plan, 'start')
  const ready = progress.start()
  const keys: string[] = []
  const inputs: Record<string, Json> = {}
  for (let step = ready.shift(); step !== undefined; step = ready.shift()) {
    inputs[step.key] = progress.inputOf(step.key)
    keys.push(step.key)
    ready.push(...progress.settle(step.key, choose(step.key), step.key))
  }
  return { keys, inputs, progress }
}

test('a branch that is not taken is skipped, and the node after both branches runs once', () => {
  const plan = flowOf('start -> if', 'if.yes -> a', 'if.no -> b', 'b -> c', 'a -> end', 'c -> end')
  const { keys, inputs, progress } = run(plan, (key) => (key === 'if#1' ? ['yes'] : ['out']))
  expect(keys).toEqual(['start#1', 'if#1', 'a#1', 'end#1'])
  expect(inputs).toEqual({ 'start#1': null, 'if#1': 'start#1', 'a#1': 'if#1', 'end#1': 'a#1' })
  expect([progress.isDone, progress.runOutput]).toEqual([true, 'end#1'])
})

test('a fan-out runs all branches; a merge waits for all and gets an object by node', () => {
  const { keys, inputs } = run(flowOf('start -> a', 'start -> b', 'a -> end', 'b -> c', 'c -> end'))
  expect(keys).toEqual(['start#1', 'a#1', 'b#1', 'c#1', 'end#1'])
  expect(inputs['end#1']).toEqual({ a: 'a#1', c: 'c#1' })
})

test('edges of unused outputs are not followed; outputs without an edge end the run', () => {
  const plan = flowOf('start -> a', 'a.error -> b', 'b -> c', 'a -> d')
  expect(run(plan).keys).toEqual(['start#1', 'a#1', 'd#1'])
  expect(run(plan, (key) => (key === 'a#1' ? ['error'] : ['out'])).keys).toEqual(['start#1', 'a#1', 'b#1', 'c#1'])
  expect(run(plan, (key) => (key === 'a#1' ? ['nowhere'] : ['out'])).progress.isDone).toBe(true)
})

test('only nodes reachable from the start run: a merge does not wait for another trigger', () => {
  expect(run(flowOf('start -> a', 'other -> b', 'b -> a', 'a -> end')).keys).toEqual(['start#1', 'a#1', 'end#1'])
})

test('notes, groups, edges with a missing end and attachment edges are ignored', () => {
  const nodes = ['start', 'a', 'memo', 'model'].map((id) =>
    makeNode({ id, name: id, type: id === 'start' ? 'trigger' : id === 'memo' ? 'note' : 'code' }),
  )
  const edge = (source: string, target: string, handle: string | null = null) =>
    makeEdge({ id: `${source}-${target}`, source, target, source_handle: handle })
  const edges = [edge('start', 'a'), edge('memo', 'a'), edge('gone', 'a'), edge('model', 'a', 'ai_languageModel')]
  const plan = runPlanOf({ nodes, edges: [...edges, edge('start', 'gone')] })
  expect(run(plan).keys).toEqual(['start#1', 'a#1'])
  expect([...plan.nodes.keys()]).toEqual(['start', 'a', 'model'])
  expect(() => new GraphProgress(plan, 'memo')).toThrow('No step')
})

test('starts are the enabled triggers; a disabled node passes its input to its default output', () => {
  const trigger = (id: string, disabled: boolean) => makeNode({ id, name: id, type: 'trigger', disabled })
  expect(
    runPlanOf({ nodes: [trigger('b', false), trigger('a', true), trigger('c', false)], edges: [] }).starts,
  ).toEqual(['b', 'c'])
  const cases = [{ id: 'yes' }, { id: 'no' }]
  expect(passHandle(makeNode({ id: 'a', name: '', type: 'api' }))).toBe('out')
  expect(passHandle(makeNode({ id: 'a', name: '', type: 'condition', config: { cases } }))).toBe('else')
  expect(passHandle(makeNode({ id: 'a', name: '', type: 'condition', config: { cases, else: false } }))).toBe('no')
})

/** Takes the output "again" this many times, then "done". */
const times = (count: number) => (key: string) =>
  !key.startsWith('if') ? ['out'] : [Number(key.split('#')[1]) <= count ? 'again' : 'done']

test('a loop repeats its steps; its head gets the value of the back edge; later nodes run once', () => {
  const plan = flowOf(
    'start -> head',
    'head -> if',
    'if.again -> wait',
    'wait -> head',
    'if.done -> end',
    'start -> end',
  )
  const { keys, inputs } = run(plan, times(2))
  expect(keys.join(' ')).toBe('start#1 head#1 if#1 wait#1 head#2 if#2 wait#2 head#3 if#3 end#1')
  expect([inputs['head#1'], inputs['head#2'], inputs['head#3']]).toEqual(['start#1', 'wait#1', 'wait#2'])
  expect(inputs['end#1']).toEqual({ if: 'if#3', start: 'start#1' })
})

test('a side branch of a loop runs in every round, and the round waits for it', () => {
  const plan = flowOf(
    'start -> page',
    'page -> store',
    'store -> log',
    'page -> if',
    'if.again -> page',
    'if.done -> end',
  )
  const { keys } = run(plan, times(1))
  expect(keys.join(' ')).toBe('start#1 page#1 store#1 if#1 log#1 page#2 store#2 if#2 log#2 end#1')
})

test('a node after a side branch and the loop exit runs after the loop, with the last outputs of both', () => {
  const plan = flowOf(
    'start -> page',
    'page -> store',
    'page -> if',
    'if.again -> page',
    'if.done -> end',
    'store -> end',
  )
  const { keys, inputs } = run(plan, times(2))
  expect(keys.filter((key) => key.startsWith('end'))).toEqual(['end#1'])
  expect(inputs['end#1']).toEqual({ if: 'if#3', store: 'store#3' })
})

test('an edge into a loop that bypasses its head counts in the first round only', () => {
  const plan = flowOf(
    'start -> head',
    'start -> side',
    'side -> b',
    'head -> b',
    'b -> if',
    'if.again -> head',
    'if.done -> end',
  )
  const { inputs } = run(plan, times(1))
  expect(inputs['b#1']).toEqual({ head: 'head#1', side: 'side#1' })
  expect(inputs['b#2']).toBe('head#2')
})

test('nested loops: the inner loop restarts in every round of the outer loop', () => {
  const plan = flowOf(
    'start -> outer',
    'outer -> inner',
    'inner -> if_in',
    'if_in.again -> inner',
    'if_in.done -> if_out',
    'if_out.again -> outer',
    'if_out.done -> end',
  )
  const { keys } = run(plan, (key) => {
    const visit = Number(key.split('#')[1])
    if (key.startsWith('if_in')) return [visit % 3 === 0 ? 'done' : 'again']
    return key.startsWith('if_out') ? [visit < 2 ? 'again' : 'done'] : ['out']
  })
  const count = (id: string) => keys.filter((key) => key.startsWith(`${id}#`)).length
  expect(['outer', 'inner', 'if_in', 'if_out', 'end'].map(count)).toEqual([2, 6, 6, 2, 1])
})

test('an edge from a node to itself is a loop', () => {
  const plan = flowOf('start -> if', 'if.again -> if', 'if.done -> end')
  expect(run(plan, times(2)).keys).toEqual(['start#1', 'if#1', 'if#2', 'if#3', 'end#1'])
})

test('an endless loop fails at the visit limit', () => {
  const plan = flowOf('start -> a', 'a -> b', 'b -> a')
  const progress = new GraphProgress(plan, 'start', { maxVisits: 3 })
  progress.start()
  progress.settle('start#1', ['out'], null)
  for (const key of ['a#1', 'b#1', 'a#2', 'b#2', 'a#3']) progress.settle(key, ['out'], null)
  const over = () => progress.settle('b#3', ['out'], null)
  expect(over).toThrow(LoopLimitError)
  expect(over).toThrow('not open')
  expect(() => run(plan)).toThrow('more than 100 times')
})

test('node ids may be names of Object.prototype, such as __proto__', () => {
  const names = ['start', '__proto__', 'constructor', 'end']
  const nodes = names.map((id) => makeNode({ id, name: id, type: id === 'start' ? 'trigger' : 'code' }))
  const edges = [
    ['start', '__proto__'],
    ['start', 'constructor'],
    ['__proto__', 'end'],
    ['constructor', 'end'],
  ].map(([source = '', target = ''], index) => makeEdge({ id: `e${index}`, source, target }))
  const { inputs, progress } = run(runPlanOf({ nodes, edges }))
  expect(JSON.stringify(inputs['end#1'])).toBe('{"__proto__":"__proto__#1","constructor":"constructor#1"}')
  expect(Object.keys(progress.outputs)).toEqual(names)
})

test('a replay restores the open steps and ignores unrelated rows', () => {
  const plan = flowOf('start -> a', 'start -> b', 'a -> c')
  const row = (key: string) => ({ key, handles: ['out'], output: key })
  const rows = [row('c#7'), row('a#1'), row('start#1')]
  const progress = new GraphProgress(plan, 'start')
  expect(
    replayProgress(progress, rows)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['b#1', 'c#1'])
  expect(progress.inputOf('c#1')).toBe('a#1')
})

test('10,000 steps in sequence and in a loop run in linear time', () => {
  const chain = Array.from({ length: 9_998 }, (_, index) => `n${index} -> n${index + 1}`)
  const plan = flowOf('start -> n0', ...chain, 'n9998 -> if', 'if.again -> n0')
  const before = process.cpuUsage()
  const { keys } = run(plan, times(4))
  expect(keys).toHaveLength(1 + 5 * 10_000)
  // 0.2 s on an idle machine; quadratic time would take minutes.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10)
})

test('thousands of nested loops are refused quickly', () => {
  const count = 9_000
  const chain = Array.from({ length: count - 1 }, (_, index) => `n${index} -> n${index + 1}`)
  const back = Array.from({ length: count }, (_, index) => `n${index}.error -> n${count - 1 - index}`)
  const plan = flowOf('start -> n0', ...chain, ...back)
  expect(() => new GraphProgress(plan, 'start')).toThrow(LoopLimitError)
})
