import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/program.mjs'
import { withIconFiles, withoutIconKeys } from './icons.mjs'

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

test('imports each icon from its own file, and types as before', () => {
  const code = `import { Fingerprint, Link as LinkIcon, type LucideIcon } from 'lucide-react'\nimport { a } from './a.ts'\n`
  expect(withIconFiles(code, '/repo/src/ui/table.tsx').split(/; |\n/)).toEqual([
    `import Fingerprint from 'lucide-react/icons/fingerprint-pattern'`,
    `import LinkIcon from 'lucide-react/icons/link'`,
    `import type { LucideIcon } from 'lucide-react'`,
    `import { a } from './a.ts'`,
    '',
  ])
})

test('leaves types of icons, and files of packages alone', () => {
  const types = `import type { LucideIcon } from 'lucide-react'`
  expect(withIconFiles(types, '/repo/src/ui/table.tsx')).toBe(types)
  const code = `import { X } from 'lucide-react'`
  expect(withIconFiles(code, '/repo/node_modules/a/src/x.ts')).toBe(code)
})
