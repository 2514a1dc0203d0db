import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeBrackets, readablePart } from './readable-part.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const part = (text: string) => readablePart({ name: 'cut.json', bytes: bytesOf(text) })

test('a truncated file yields the nodes before the break, with a warning that names the position', () => {
  const text = readFileSync(new URL('../../test/fixtures/flows/n8n-orders.json', import.meta.url), 'utf8')
  const [cut] = part(text.slice(0, Math.floor(text.length / 2)))
  if (cut === undefined) expect.fail('nothing was readable')
  expect(cut.sourceFormat).toBe('n8n')
  expect(cut.nodes.length).toBeGreaterThan(2)
  expect(cut.nodes.length).toBeLessThan(10)
  expect(cut.warnings[0]).toMatchObject({ code: 'partial', message: expect.stringMatching(/line \d+, column \d+/) })
  expect(JSON.stringify(cut)).not.toContain('9f8e7d6c5b4a')
})

test('a missing comma leaves the nodes before it', () => {
  const [flow] = part('{"name": "x", "nodes": [{"id": "a", "type": "api"} {"id": "b", "type": "api"}], "edges": []}')
  expect([flow?.sourceFormat, ...(flow?.nodes.map(({ id }) => id) ?? [])]).toEqual(['generic', 'a'])
})

test('files without a readable node and intact files give no flows', () => {
  for (const text of ['', 'Dear all,', '{', '{"nodes": [', '[1, 2', '{"nodes": [], "edges": []}', '["a'])
    expect(part(text)).toEqual([])
})

test('the closed beginning of any JSON text is valid JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      const text = closeBrackets(json, cut % (json.length + 1))
      expect(text === '' || JSON.parse(text) !== undefined).toBe(true)
    }),
  )
})
