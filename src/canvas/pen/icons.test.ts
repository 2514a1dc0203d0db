import { expect, test } from 'vitest'
import { visualKinds } from '#flow/visual-kind/kinds.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { badgeGlyphs, changeGlyphs, statusGlyph } from './icons.ts'
import { kindGlyph } from './kind-glyphs.ts'

test('every kind, badge, status and change has an icon made of paths', () => {
  const statuses = RunStatus.options.map(statusGlyph)
  expect(new Set(statuses).size).toBe(statuses.length)
  expect(statuses).not.toContain(statusGlyph('strange'))
  const kinds = visualKinds.map(({ icon }) => kindGlyph(icon))
  for (const glyph of [...kinds, ...statuses, ...Object.values(badgeGlyphs), ...Object.values(changeGlyphs)]) {
    expect(glyph.length).toBeGreaterThan(0)
    for (const path of glyph) expect(path).toMatch(/^[Mm][^NuU]*$/)
  }
  expect(new Set(kinds).size).toBe(new Set(visualKinds.map(({ icon }) => icon)).size)
})
