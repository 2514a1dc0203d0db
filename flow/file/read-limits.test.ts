/** Size limits of flow files. */
import { expect, test } from 'vitest'
import { readFlowFile } from './read.ts'

const file = (nodes: number, edges: number) => {
  const text = `{"nodes":[${'{},'.repeat(nodes - 1)}{}],"edges":[${'{"source":"node-1","target":"node-1"},'.repeat(edges - 1)}{}]}`
  return readFlowFile({ name: 'a.json', text })
}
const refusal = (message: string) => ({ ok: false, code: 'flow-too-large', message })

test('flows with too many nodes or edges are rejected before they are read', () => {
  expect(file(100_001, 1)).toMatchObject(
    refusal('The flow has 100,001 nodes. The limit is 100,000 nodes and 200,000 edges.'),
  )
  expect(file(1, 200_002)).toMatchObject(
    refusal('The flow has 200,002 edges. The limit is 100,000 nodes and 200,000 edges.'),
  )
  const list = Array.from({ length: 200_001 }, () => ({}))
  expect(readFlowFile({ name: '', document: { steps: list } })).toMatchObject(
    refusal('A list in the file has 200,001 entries. The limit is 100,000 nodes and 200,000 edges.'),
  )
  const many = Array.from({ length: 120_000 }, (_, index) => [`n${index}`, {}])
  const document = { nodes: Object.fromEntries(many), edges: [] }
  expect(readFlowFile({ name: '', document })).toMatchObject(
    refusal('The flow has 120,000 nodes. The limit is 100,000 nodes and 200,000 edges.'),
  )
})

test('a million nodes are rejected like a slight excess', { tags: 'all' }, () => {
  expect(file(1_000_000, 1)).toMatchObject(
    refusal('The flow has 1,000,000 nodes. The limit is 100,000 nodes and 200,000 edges.'),
  )
})
