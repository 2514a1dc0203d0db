import { expect, test } from 'vitest'
import { factsOf, factsTable, summaryLines } from './first-view.ts'

const small = factsOf({ nodes: 12, steps: 10, names: 9, overlapped: 0, plain: 1, problems: 0, x: 3, y: 4, zoom: 0.347 })
const large = factsOf({ nodes: 100, steps: 100, names: 30, overlapped: 2, plain: 4, problems: 5, zoom: 1 })
const sparse = factsOf({ nodes: 7, x: 0, y: 0, zoom: 0.5 })

test('a count that the console does not report is unknown, not zero', () => {
  expect(sparse).toEqual({
    nodes: 7,
    steps: null,
    names: null,
    overlapped: null,
    plain: null,
    problems: null,
    zoom: 0.5,
  })
  expect(factsOf(null)).toEqual({ ...sparse, nodes: null, zoom: null })
})

test('the table has a line per flow and size, with a dash for unknown counts', () => {
  const table = factsTable([
    { flow: 'n8n/a\tb.json', width: 1440, facts: small },
    { flow: 'n8n/c.json', width: 390, facts: sparse },
  ])
  expect(table.split('\n').map((line) => line.split('\t'))).toEqual([
    ['flow', 'width', 'nodes', 'steps', 'zoom', 'names', 'named', 'overlapped', 'plain', 'problems'],
    ['n8n/a b.json', '1440', '12', '10', '34.7%', '9', '90.0%', '0', '1', '0'],
    ['n8n/c.json', '390', '7', '–', '50.0%', '–', '–', '–', '–', '–'],
    [''],
  ])
})

test('the totals are per width; flows without counts do not change the shares', () => {
  const views = [small, large, sparse].map((facts, index) => ({ flow: String(index), width: 1440, facts }))
  expect(summaryLines([...views, { flow: '3', width: 390, facts: sparse }])).toEqual([
    '1440, up to 60 steps (flows: 1): 90.0% of names readable; flows below 80.0%: 0',
    '1440, 61 to 300 steps (flows: 1): 30.0% of names readable; flows below 40.0%: 1',
    '1440, all (flows: 3): names overlapped: 2; plain cubes: 5 (4.5%); red marks: 5',
    '390, all (flows: 1): names overlapped: –; plain cubes: – (–); red marks: –',
  ])
})
