import { expect, test } from 'vitest'
import { configLines, configText } from './config-lines.ts'

const textOf = (config: Record<string, unknown>) =>
  configLines(config).lines.map((line) => line.map(({ text }) => text).join(''))

test('short values are on one line, long ones are indented', () => {
  expect(
    textOf({ method: 'GET', timeout_ms: 8000, retry: { times: 2, wait_ms: 400 }, expect: [200, 404], none: null }),
  ).toEqual([
    'method: GET',
    'timeout_ms: 8000',
    'retry: { times: 2, wait_ms: 400 }',
    'expect: [200, 404]',
    'none: null',
  ])
  const long = 'x'.repeat(60)
  expect(textOf({ headers: { accept: long, list: [] } })).toEqual(['headers: ', `  accept: ${long}`, '  list: []'])
  expect(textOf({ source: 'a\nb' })).toEqual(['source: ', '  a', '  b'])
})

test('secrets are masked at any depth, and references to secrets are shown', () => {
  const config = {
    headers: { Authorization: 'Bearer abcdef123456' },
    api_key: { set: true, last4: '7c1e' },
    token: '{{ secrets.shop_token }}',
    list: [{ password: 'hunter2hunter2' }],
    text: '{% if secrets.shop_token %}x{% endif %}',
  }
  const text = textOf(config).join('\n')
  expect(text).not.toContain('abcdef')
  expect(text).not.toContain('hunter2')
  expect(text).toContain('api_key: •••••••• 7c1e')
  expect(text).toContain('token: {{ secrets.shop_token }}')
  expect(configLines(config).secretCount).toBe(5)
})

test('extreme nesting is truncated', () => {
  let config: Record<string, unknown> = { end: 'x'.repeat(100) }
  for (let depth = 0; depth < 60; depth++) config = { deeper: config, more: 'y'.repeat(60) }
  expect(configLines(config).lines.length).toBeLessThan(50)
})

test('2 MB in one node are truncated quickly, and reported; the complete text contains no secret either', () => {
  const long = 'x'.repeat(2_000_000)
  const large = {
    source: long,
    rows: Array.from({ length: 200_000 }, (_, index) => ({ index, text: `row ${index} ${'y'.repeat(60)}` })),
  }
  const before = process.cpuUsage()
  const { lines, isTruncated } = configLines(large)
  // CPU time, not elapsed time: other tests run at the same time.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  expect(lines).toHaveLength(1_000)
  expect(isTruncated).toBe(true)
  expect(Math.max(...lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0)))).toBeLessThan(2_100)
  expect(configLines({ source: 'a\n'.repeat(50_000) }).isTruncated).toBe(true)
  expect(configLines({ a: 1, b: ['x'] }).isTruncated).toBe(false)
  expect(configText({ a: 1, list: [{ password: 'hunter2hunter2' }] })).not.toContain('hunter2')
})
