import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutSummaries } from './summaries.mjs'
import { root } from '#scripts/program.mjs'

test('empties summaries of endpoints in each way they are quoted, and keeps the lines', () => {
  const code = "a({ summary: 'It’s a', b: 1 })\nc({\n  summary:\n    \"it's c\",\n})\nd({ summary: `At most ${max}` })"
  expect(withoutSummaries(code, '/repo/contract/flow.ts')).toBe(
    "a({ summary: '', b: 1 })\nc({\n  summary:\n    '',\n})\nd({ summary: '' })",
  )
})

test('removes every summary of a real file with endpoints, and nothing else', () => {
  const path = join(root, 'contract/person.ts')
  const code = readFileSync(path, 'utf8')
  const stripped = withoutSummaries(code, path)
  expect(stripped.match(/\bsummary:\s*''/g)?.length).toBe(code.match(/\bsummary:/g)?.length)
  expect(stripped.split('\n')).toHaveLength(code.split('\n').length)
})

test('keeps the summaries of channel types, which the console shows', () => {
  const path = join(root, 'contract/channels/descriptors.ts')
  const code = readFileSync(path, 'utf8')
  expect(code).toContain('summary:')
  expect(withoutSummaries(code, path)).toBe(code)
})
