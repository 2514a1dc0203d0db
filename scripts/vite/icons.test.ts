import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/program.mjs'
import { withoutIconKeys } from './icons.mjs'

test('removes keys and former names of a real icon, and nothing else', () => {
  const path = join(root, 'node_modules/lucide-react/dist/esm/icons/sparkles.mjs')
  const code = readFileSync(path, 'utf8')
  expect(code).toMatch(/key: "[^]*aliases: \[/)
  const stripped = withoutIconKeys(code, path)
  expect(stripped).not.toMatch(/key: |aliases: /)
  expect(stripped.match(/\["?(?:path|circle)|"path",/g)).toEqual(code.match(/\["?(?:path|circle)|"path",/g))
  expect(stripped).toContain('["path", { d: "M20 2v4" }]')
})

test('leaves other files alone', () => {
  const code = 'const row = { d: 1, key: "abc" }'
  expect(withoutIconKeys(code, '/repo/src/ui/table.tsx')).toBe(code)
})
