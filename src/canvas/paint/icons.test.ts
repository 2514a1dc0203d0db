import { expect, test } from 'vitest'
import { nodeKinds } from '#flow/node-kind.ts'
import { badgeGlyphs, kindGlyph } from './icons.ts'

test('every kind and badge has an icon made of paths', () => {
  const steps = nodeKinds.filter((kind) => kind !== 'note' && kind !== 'group')
  for (const glyph of [...steps.map(kindGlyph), ...Object.values(badgeGlyphs)]) {
    expect(glyph.length).toBeGreaterThan(0)
    for (const path of glyph) expect(path).toMatch(/^[Mm][^NuU]*$/)
  }
  expect(new Set(steps.map(kindGlyph)).size).toBe(steps.length)
})

test('a type that nobody here knows has the icon of the unknown, whatever it is called', () => {
  expect(kindGlyph('__proto__')).toBe(kindGlyph('constructor'))
})
