import { expect, test } from 'vitest'
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { readPathQuery, showPath, withPath, type PathQuery } from './path-view.ts'

const edge = (source: string, target: string) => makeEdge({ id: `${source}>${target}`, source, target })
const flow = {
  nodes: ['a', 'b', 'c', 'd'].map((id) => makeNode({ id, type: 'api', name: id.toUpperCase() })),
  edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'gone')],
}
const words = (asked: PathQuery) => showPath(flow, adjacencyOf(flow.nodes, flow.edges), asked)?.description ?? null

test('the path is in the URL; invalid values are ignored', () => {
  const asked = (text: string) => readPathQuery(new URLSearchParams(text))
  expect(asked('node=a&path=upstream')).toEqual({ from: 'a', direction: 'upstream' })
  expect(asked('node=b&from=a&to=c')).toEqual({ from: 'a', to: 'c' })
  expect(asked('node=a&path=sideways')).toBeNull()
  expect(asked('path=upstream')).toBeNull()
  expect(asked('node=a&edge=e1')).toEqual({ edge: 'e1' })
  const query = new URLSearchParams('node=a&from=b&to=c&place=laid-out')
  expect(withPath(query, { from: 'a', direction: 'downstream' }).toString()).toBe(
    'node=a&place=laid-out&from=a&path=downstream',
  )
  expect(withPath(query, null).toString()).toBe('node=a&place=laid-out')
})

test('a path is described with its length, and so is a missing path', () => {
  expect(words({ from: 'c', direction: 'upstream' })).toBe('2 nodes lead to “C”')
  expect(words({ from: 'b', direction: 'downstream' })).toBe('1 node follows “B”')
  expect(words({ from: 'd', direction: 'upstream' })).toBe('No node leads to “D”')
  expect(words({ from: 'a', to: 'c' })).toBe('2 steps from “A” to “C”')
  expect(words({ from: 'c', to: 'a' })).toBe('No path leads from “C” to “A”. The reverse path has 2 steps')
  expect(words({ from: 'a', to: 'd' })).toBe('No path leads from “A” to “D”')
  expect(words({ from: 'a', to: '__proto__' })).toBeNull()
  expect(words({ edge: 'b>c' })).toBe('The edge from “B” to “C”')
  expect(words({ edge: 'c>gone' })).toBeNull()
  expect(words({ edge: 'nobody' })).toBeNull()
})
