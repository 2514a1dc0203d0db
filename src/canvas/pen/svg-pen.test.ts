import { expect, test } from 'vitest'
import { SvgPen } from './svg-pen.ts'

const area = { x: -10, y: 0, width: 100, height: 50 }
const pen = () =>
  new SvgPen(
    () => '#123456',
    (text) => text.length * 6,
  )
const font = { size: 13, weight: 600, family: 'sans' } as const

test('text of a flow is escaped, and characters that XML forbids are removed', () => {
  const own = pen()
  own.text({ text: '<img onerror="x">&\u0000\ud800 ok', x: 1, y: 2, font, colour: 'text' })
  const svg = own.finish(area, 'A <b> title', 'sunken')
  expect(svg).toContain('&lt;img onerror=&quot;x&quot;&gt;&amp; ok</text>')
  expect(svg).toContain('<title>A &lt;b&gt; title</title>')
  expect(svg).toContain('viewBox="-10 0 100 50"')
  expect(svg).not.toMatch(/<img|NaN|undefined/)
})

test('an icon is defined once and referenced', () => {
  const own = pen()
  const glyph = ['M1 2', 'm3 4']
  for (const x of [0, 30]) own.icon(glyph, { x, y: 0, width: 24, height: 24 }, 'text')
  const svg = own.finish(area, '', 'sunken')
  expect(svg.match(/<use /g)).toHaveLength(2)
  expect(svg.match(/d="M1 2"/g)).toHaveLength(1)
})
