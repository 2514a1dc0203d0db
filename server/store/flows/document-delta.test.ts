import { expect, test } from 'vitest'
import { applyDeltas, deltaOf } from './document-delta.ts'

const documentOf = (nodes: readonly object[]) => Buffer.from(JSON.stringify({ nodes, edges: [], metadata: {} }))
const nodesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    name: `Größe ${index} 日本`,
    config: { text: 'x},{y' },
  }))

test('differences lead from one document to the next, over many versions', () => {
  const nodes: object[] = nodesOf(200)
  const whole = documentOf(nodes)
  const versions = [whole]
  const deltas: string[] = []
  for (let version = 1; version <= 60; version += 1) {
    const at = (version * 37) % nodes.length
    if (version % 5 === 0) nodes.splice(at, 1)
    else if (version % 7 === 0) nodes.splice(at, 0, { id: `new ${version}`, name: '🙂' })
    else if (version % 11 === 0) nodes.reverse()
    else nodes[at] = { id: `n${at}`, name: `version ${version}` }
    const next = documentOf(nodes)
    deltas.push(deltaOf(versions.at(-1) ?? whole, next))
    versions.push(next)
  }
  for (const [index, version] of versions.entries())
    expect(applyDeltas(whole, deltas.slice(0, index)).equals(version)).toBe(true)
})

test('a changed node costs about its own size', () => {
  const nodes: object[] = nodesOf(10_000)
  const before = documentOf(nodes)
  nodes[5000] = { id: 'n5000', name: 'changed' }
  const delta = deltaOf(before, documentOf(nodes))
  expect(delta.length).toBeLessThan(200)
})

test('empty, equal and entirely different documents', () => {
  const [some, other, none] = [documentOf(nodesOf(3)), Buffer.from('[1,2,3]'), Buffer.from('')]
  for (const before of [some, other, none])
    for (const after of [some, other, none])
      expect(applyDeltas(before, [deltaOf(before, after)]).equals(after)).toBe(true)
  expect(deltaOf(some, some)).toBe(JSON.stringify([[0, some.length]]))
})

test('a damaged difference is refused', () => {
  expect(() => applyDeltas(Buffer.from('short'), ['[[0,100]]'])).toThrow('bytes that do not exist')
  expect(() => applyDeltas(Buffer.from('short'), ['{"a":1}'])).toThrow('expected array')
})
