import { expect, test } from 'vitest'
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { showPath } from './path-view.ts'
import { readPathQuery, withPath, type PathQuery } from './path-query.ts'

const edge = (source: string, target: string) => makeEdge({ id: `${source}>${target}`, source, target })
const flow = {
  nodes: ['a', 'b', 'c', 'd'].map((id) => makeNode({ id, type: 'api', name: id.toUpperCase() })),
  edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'gone')],
}
const descriptionOf = (pathQuery: PathQuery) =>
  showPath(flow, adjacencyOf(flow.nodes, flow.edges), pathQuery)?.description ?? null

test('the path is in the URL; invalid values are ignored', () => {
  const parseQuery = (text: string) => readPathQuery(new URLSearchParams(text))
  expect(parseQuery('node=a&path=upstream')).toEqual({ from: 'a', direction: 'upstream' })
  expect(parseQuery('node=b&from=a&to=c')).toEqual({ from: 'a', to: 'c' })
  expect(parseQuery('node=a&path=sideways')).toBeNull()
  expect(parseQuery('path=upstream')).toBeNull()
  expect(parseQuery('node=a&edge=e1')).toEqual({ edge: 'e1' })
  const query = new URLSearchParams('node=a&from=b&to=c&place=laid-out')
  expect(withPath(query, { from: 'a', direction: 'downstream' }).toString()).toBe(
    'node=a&place=laid-out&from=a&path=downstream',
  )
  expect(withPath(query, null).toString()).toBe('node=a&place=laid-out')
})

test('a path is described with its length, and so is a missing path', () => {
  expect(descriptionOf({ from: 'c', direction: 'upstream' })).toBe('2 steps lead to “C”')
  expect(descriptionOf({ from: 'b', direction: 'downstream' })).toBe('1 step follows “B”')
  expect(descriptionOf({ from: 'd', direction: 'upstream' })).toBe('No step leads to “D”')
  expect(descriptionOf({ from: 'a', to: 'c' })).toBe('2 steps from “A” to “C”')
  expect(descriptionOf({ from: 'c', to: 'a' })).toBe('No path leads from “C” to “A”. The reverse path has 2 steps')
  expect(descriptionOf({ from: 'a', to: 'd' })).toBe('No path leads from “A” to “D”')
  expect(descriptionOf({ from: 'a', to: '__proto__' })).toBeNull()
  expect(descriptionOf({ edge: 'b>c' })).toBe('The edge from “B” to “C”')
  expect(descriptionOf({ edge: 'c>gone' })).toBeNull()
  expect(descriptionOf({ edge: 'nobody' })).toBeNull()
})
