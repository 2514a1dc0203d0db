import { expect, test } from 'vitest'
import { nodeKinds } from '#flow/node-kind.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { badgeGlyphs, changeGlyphs, kindGlyph, statusGlyph } from './icons.ts'

test('every kind, badge, status and change has an icon made of paths', () => {
  const statuses = RunStatus.options.map(statusGlyph)
  expect(new Set(statuses).size).toBe(statuses.length)
  expect(statuses).not.toContain(statusGlyph('strange'))
  const steps = nodeKinds.filter((kind) => kind !== 'note' && kind !== 'group')
  for (const glyph of [
    ...steps.map(kindGlyph),
    ...statuses,
    ...Object.values(badgeGlyphs),
    ...Object.values(changeGlyphs),
  ]) {
    expect(glyph.length).toBeGreaterThan(0)
    for (const path of glyph) expect(path).toMatch(/^[Mm][^NuU]*$/)
  }
  expect(new Set(steps.map(kindGlyph)).size).toBe(steps.length)
})

test('an unknown type has the default icon, whatever its name', () => {
  expect(kindGlyph('__proto__')).toBe(kindGlyph('constructor'))
})
