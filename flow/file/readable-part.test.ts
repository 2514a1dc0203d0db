import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedBefore, readablePart } from './readable-part.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const part = (text: string) => readablePart({ name: 'cut.json', bytes: bytesOf(text) })

test('a file that breaks off gives the nodes before that, and says where it is broken', () => {
  const text = readFileSync(new URL('../../test/fixtures/flows/n8n-orders.json', import.meta.url), 'utf8')
  const [cut] = part(text.slice(0, Math.floor(text.length / 2)))
  if (cut === undefined) expect.fail('nothing was readable')
  expect(cut.sourceFormat).toBe('n8n')
  expect(cut.nodes.length).toBeGreaterThan(2)
  expect(cut.nodes.length).toBeLessThan(10)
  expect(cut.warnings[0]).toMatchObject({ code: 'partial', message: expect.stringMatching(/line \d+, column \d+/) })
  expect(JSON.stringify(cut)).not.toContain('9f8e7d6c5b4a')
})

test('a comma that is missing in the middle leaves what stands before it', () => {
  const [flow] = part('{"name": "x", "nodes": [{"id": "a", "type": "api"} {"id": "b", "type": "api"}], "edges": []}')
  expect([flow?.sourceFormat, ...(flow?.nodes.map(({ id }) => id) ?? [])]).toEqual(['generic', 'a'])
})

test('where nothing stands before, nothing is made up; whole files are not read here', () => {
  for (const text of ['', 'Dear all,', '{', '{"nodes": [', '[1, 2', '{"nodes": [], "edges": []}', '["a'])
    expect(part(text)).toEqual([])
})

test('the beginning of any JSON, closed, is JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      const text = closedBefore(json, cut % (json.length + 1))
      expect(text === '' || JSON.parse(text) !== undefined).toBe(true)
    }),
  )
})
