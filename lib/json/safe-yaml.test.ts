import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { parseYaml, yamlLimit } from './safe-yaml.ts'

const limits = { depth: 60 }
const valueOf = (text: string) => {
  const result = parseYaml(text, limits)
  return result.ok ? result.value : expect.fail(`${result.code}: ${result.message}`)
}
const problemOf = (text: string) => {
  const result = parseYaml(text, limits)
  return result.ok ? expect.fail('read') : [result.code, result.line, result.column]
}

test('YAML 1.2: words and keys are strings, long integers keep their digits', () => {
  const text = `a: yes\nb: 0x1F\nc: 2026-01-01\n1: x\ntrue: y\nd: 17205055817490000001\ne: ~\nf: |\n  one\n  two\n`
  expect(valueOf(text)).toEqual({
    a: 'yes',
    b: 31,
    c: '2026-01-01',
    '1': 'x',
    true: 'y',
    d: '17205055817490000001',
    e: null,
    f: 'one\ntwo\n',
  })
  expect(valueOf('%YAML 1.1\n---\na: yes\nb: 2001-01-01\n')).toEqual({ a: 'yes', b: '2001-01-01' })
  expect(valueOf('a: !!binary aGk=\nb: !x 1\n')).toEqual({ a: 'aGk=', b: '1' })
})

test('aliases are replaced with the values of their anchors', () => {
  expect(valueOf('a: &x {b: [1]}\nc: *x\nd: [*x, &x 2, *x]\n')).toEqual({
    a: { b: [1] },
    c: { b: [1] },
    d: [{ b: [1] }, 2, 2],
  })
  expect(problemOf('a: *x\n')).toEqual(['syntax', 1, 4])
  expect(problemOf('a: &x [1, *x]\n')).toEqual(['aliases', 1, 11])
})

test('merge keys add the keys of the named objects; existing keys win, then those of earlier objects', () => {
  const base = 'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\n'
  const c = (text: string) => Object.entries(valueOf(`${base}c:\n${text}`) ?? {}).at(-1)?.[1]
  expect(c('  <<: *a\n  y: 3\n')).toEqual({ x: 1, y: 3 })
  expect(c('  y: 3\n  <<: *a\n')).toEqual({ x: 1, y: 3 })
  expect(c('  <<: [*a, *b]\n')).toEqual({ x: 1, y: 1, z: 2 })
  expect(c('  <<: {q: 1}\n')).toEqual({ q: 1 })
  expect(c('  "<<": *a\n')).toEqual({ '<<': { x: 1, y: 1 } })
  expect(problemOf('c:\n  <<: 1\n')).toEqual(['syntax', 2, 3])
  expect(problemOf('c:\n  <<: {}\n  <<: {}\n')).toEqual(['duplicate_key', 3, 3])
})

test('a quoted text may continue at the start of a line, as in PyYAML', () => {
  expect(valueOf('id: a\nkey: "first\nsecond"\nb: 1\n')).toEqual({ id: 'a', key: 'first second', b: 1 })
  expect(valueOf('key:\n  sub: "first\n\n\nsecond: x"\n')).toEqual({ key: { sub: 'first\n\nsecond: x' } })
  expect(valueOf("- 'it''s\n# b'\n- \"a \\\" b\nc\"\n")).toEqual(["it's # b", 'a " b c'])
  expect(valueOf('a: {b: "c\nd"}\n')).toEqual({ a: { b: 'c d' } })
  const many = Array.from({ length: 20 }, (_, at) => `k${at}: "x\ny"\n`).join('')
  expect(Object.values(valueOf(many) ?? {})).toEqual(Array(20).fill('x y'))
  expect(problemOf('a: "x\n---\ny"\n')).toEqual(['syntax', 1, 6])
  expect(problemOf('a: 1\nb: "x\ny\n')).toEqual(['syntax', 4, 1])
  expect(problemOf('"a\nb": 1\n')[0]).toBe('syntax')
})

test('an alias bomb is rejected', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(',')}]`)
  expect(problemOf(`a0: &a0 [x, x]\n${lines.join('\n')}\n`)[0]).toBe('aliases')
})

test.each([
  ['', 'empty', undefined, undefined],
  ['# nothing\n---\n...\n', 'empty', undefined, undefined],
  ['a: 1\n---\nb: 2\n', 'documents', 3, 1],
  ['a:\n\tb: 1\n', 'syntax', 2, 1],
  ['a: "x\n', 'syntax', 2, 1],
  ['a: b: c\n', 'syntax', 1, 4],
  ['a: 1\nb: 2\na: 3\n', 'duplicate_key', 3, 1],
  ['a: .inf\n', 'number', 1, 4],
  ['a: "\\0"\n', 'nul', 1, 4],
  ['a: "\\ud800"\n', 'surrogate', 1, 4],
  ['? [a]\n: b\n', 'syntax', 1, 3],
  [`a: ${'['.repeat(70)}${']'.repeat(70)}`, 'depth', 1, 63],
  ['['.repeat(20_000), 'depth', undefined, undefined],
  ['? '.repeat(40_000), 'depth', undefined, undefined],
  ['- '.repeat(100_000), 'depth', undefined, undefined],
])('%j is rejected: %s', (text, code, line, column) => {
  const [found, ...place] = problemOf(text)
  expect(found).toBe(code)
  if (line !== undefined) expect(place).toEqual([line, column])
})

test('nesting by aliases counts towards the limit, and large texts are rejected', () => {
  const lines = Array.from({ length: 70 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]`)
  expect(problemOf(`a0: &a0 x\n${lines.join('\n')}\n`)[0]).toBe('depth')
  expect(problemOf(`a: ${'x'.repeat(yamlLimit)}`)[0]).toBe('size')
  expect(problemOf(`[${'1,'.repeat(yamlLimit / 4)}1]`)[0]).toBe('size')
})

test('“__proto__” keys are removed and counted', () => {
  const result = parseYaml('a: {__proto__: {b: 1}, c: 2}\n', limits)
  expect(result).toEqual({ ok: true, value: { a: { c: 2 } }, depth: 3, removed: 1 })
})

test('any JSON value is unchanged after writing and reading YAML', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const json: unknown = JSON.parse(JSON.stringify({ value }))
      // Rejected content is covered by another test.
      fc.pre(!/__proto__|\\u0000|\\ud[89a-f]/.test(JSON.stringify(json)))
      expect(valueOf(stringify(json))).toEqual(json)
    }),
  )
})

test('never throws, for any text', () => {
  const piece = fc.constantFrom(
    'a',
    ':',
    ' ',
    '\n',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '&x ',
    '*x',
    '"',
    "'",
    '|',
    '>',
    '\t',
    '---\n',
    '#',
    '!',
    '%',
    '? ',
    ',',
    '1',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const result = parseYaml(pieces.join(''), limits)
      if (!result.ok) expect(result.message).toMatch(/\.$/)
    }),
    { numRuns: 2000 },
  )
})
