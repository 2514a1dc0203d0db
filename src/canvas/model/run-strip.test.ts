import { expect, test } from 'vitest'
import type { NodeRun } from '#flow/graph/run-overlay.ts'
import { makeNode } from '#flow/draft.ts'
import { cardShapeOf } from './card-rows.ts'
import { edgeOf, runStrip, stripPosition } from './run-strip.ts'

const nodeRun: NodeRun = {
  status: 'succeeded',
  passes: 1,
  attempts: 1,
  durationMs: 2_600,
  cost: '0.011940',
  error: null,
  usedOutputs: ['out'],
  isReused: false,
}

test('one pass has no count; several passes, attempts and errors are shown', () => {
  expect(runStrip(nodeRun, 'EUR')).toMatchObject({
    time: '2.6 s',
    passes: '',
    description: 'Succeeded, 2.6 s, €0.01194',
  })
  const often = runStrip({ ...nodeRun, status: 'failed', passes: 1_200, attempts: 2, error: 'Refused.' }, 'EUR')
  expect(often.passes).toBe('×1,200')
  expect(often.description).toBe('Failed, 2.6 s, €0.01194, 1,200 passes, 2 attempts, Refused.')
})

test('a step taken over from the previous run has no duration in this one', () => {
  const strip = runStrip({ ...nodeRun, isReused: true, cost: '0.000000' }, 'EUR')
  expect(strip.time).toBe('reused')
  expect(strip.description).toMatch(/^Succeeded, reused, /)
})

test('an unknown time or cost is omitted', () => {
  const strip = runStrip({ ...nodeRun, durationMs: null, cost: null }, 'EUR')
  expect(strip).toMatchObject({ time: '', cost: null, description: 'Succeeded' })
})

test('a card keeps its rows: the strip is in the summary row, or in the head if there is none', () => {
  const api = makeNode({ id: 'a', type: 'api', name: 'a' })
  const config = { cases: [{ id: 'yes', label: 'Yes', expression: 'true' }] }
  const condition = makeNode({ id: 'c', type: 'condition', name: 'c', config })
  expect(stripPosition(cardShapeOf(api, []))).toBe('summary')
  expect(stripPosition(cardShapeOf(condition, []))).toBe('type')
})

test('the edge of a card has the colour of its status; an unknown one is muted', () => {
  expect(['succeeded', 'running', 'timed_out', 'blocked', 'queued'].map(edgeOf)).toEqual([
    'ok-line',
    'accent',
    'bad-solid',
    'warn',
    'control',
  ])
  expect(edgeOf('__proto__')).toBe('control')
})
