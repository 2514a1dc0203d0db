import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newestRelease } from './changelog.mjs'

test('reads the newest version of a changelog', () => {
  const text = `# Changelog

## 1.1.0 – 2026-12-01

The second release.

### Highlights

- **Panes** keep
  their width.

### Inbox

- The contact can be hidden
  with \`c\`.
- Panes keep their width.

### Runs

- Faster.

### Tests and benchmarks

- More of them.

## 1.0.0 – 2026-11-25

### Inbox

- The first one.
`
  expect(newestRelease(text)).toEqual({
    version: '1.1.0 – 2026-12-01',
    highlights: ['**Panes** keep their width.'],
    sections: [
      { title: 'Inbox', entries: ['The contact can be hidden with `c`.', 'Panes keep their width.'] },
      { title: 'Runs', entries: ['Faster.'] },
    ],
  })
})

test('the changelog of this version has five highlights, and sections with entries', () => {
  const { version, highlights, sections } = newestRelease(
    readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'),
  )
  expect(version).not.toBe('')
  expect(highlights).toHaveLength(5)
  expect(sections.length).toBeGreaterThan(0)
  for (const { title, entries } of sections) expect(entries, title).not.toEqual([])
})
