import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextLines } from './text-lines.ts'

const texts = fc.array(fc.constantFrom('a', 'B', '\n', '.', '"', 'é'), { maxLength: 60 }).map((list) => list.join(''))

test('lines equal the result of String.split', () => {
  fc.assert(
    fc.property(texts, fc.nat(20), fc.nat(20), (text, from, more) => {
      const all = text.split('\n')
      const lines = new TextLines(text)
      expect(lines.count).toBe(all.length)
      expect(lines.slice(from, from + more)).toEqual(all.slice(from, from + more))
      expect(lines.longest).toBe(Math.max(...all.map((line) => line.length)))
    }),
  )
})

test('every match is found, ignoring case, and no character is special', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('a', 'ab', '.', 'b.', 'É'), (text, wanted) => {
      const { count, lines, columns } = new TextLines(text).find(wanted)
      const folded = text.toLowerCase()
      const places: [number, number][] = []
      for (let at = folded.indexOf(wanted.toLowerCase()); at !== -1;) {
        const before = text.slice(0, at).split('\n')
        places.push([before.length - 1, before.at(-1)?.length ?? 0])
        at = folded.indexOf(wanted.toLowerCase(), at + wanted.length)
      }
      expect(count).toBe(places.length)
      expect([...lines].map((line, index) => [line, columns[index]])).toEqual(places)
    }),
  )
})

test('lines of megabytes are truncated, and matches beyond the maximum are counted', () => {
  const lines = new TextLines(`${'x'.repeat(3_000_000)}\nend`)
  expect(lines.slice(0, 2).map((line) => line.length)).toEqual([2_001, 3])
  expect(lines.longest).toBe(2_000)
  const found = lines.find('x')
  expect([found.count, found.lines.length]).toEqual([3_000_000, 10_000])
  expect(lines.find('').count).toBe(0)
})
