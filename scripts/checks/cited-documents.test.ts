/**
 * Citations of documents in comments and documents must be valid: `docs/x.md` has to exist, and so does a cited
 * heading: `docs/x.md, "Heading"`. A document in capitals is at the root.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** The changelog refers to documents of the past; fixtures come from others. This file plants its own citations. */
const excludedPaths = /^(?:CHANGELOG\.md|test\/fixtures\/.*|scripts\/checks\/cited-documents\.test\.ts)$/
const isSource = /\.(?:md|[cm]?[jt]sx?|css|html|sql|ya?ml)$/

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

const documents = new Map(
  paths.filter((path) => path.endsWith('.md')).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

/** A citation may continue in the next line of a comment. */
const gap = String.raw`(?:\s|\*|//)*`
const citation = new RegExp(
  String.raw`(?<![\w./-])((?:[\w.-]+/)*[\w-]+\.md)\b(?:\x60|\]\([^)\s]*\))?(?:,${gap}["“]([^"”]{1,120})["”])?`,
  'g',
)

const headingsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', '').trim()))

/** Comments only: a name within code is a value, such as that of a file in a test. */
const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*(?:\n\s*\/\/.*)*/g)].map(([comment]) => comment).join('\n')

const proseOf = (path: string, text: string): string => (/\.(?:[cm]?[jt]sx?|css)$/.test(path) ? commentsOf(text) : text)

/** In a document, names are also relative to its folder. */
const documentAt = (path: string, name: string): string | undefined =>
  [name, posix.normalize(posix.join(posix.dirname(path), name))].find((one) => documents.has(one))

/** Invalid citations of a file. */
function brokenCitations(path: string, text: string): string[] {
  return [...proseOf(path, text).matchAll(citation)].flatMap(([, name = '', cited]) => {
    const found = documentAt(path, name)
    if (found === undefined) return [`${path}: there is no ${name}`]
    if (cited === undefined) return []
    const heading = cited.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ').replaceAll('`', '')
    return headingsOf(documents.get(found) ?? '').has(heading) ? [] : [`${path}: ${found} has no heading "${heading}"`]
  })
}

test('every cited document exists, with the cited heading', () => {
  const sources = paths.filter((path) => isSource.test(path) && !excludedPaths.test(path))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.flatMap((path) => brokenCitations(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test.each([
  ['a document that does not exist', 'lib/a.ts', '/** Source: docs/nowhere.md. */'],
  ['a document at the root that does not exist', 'lib/a.ts', '// Source: NOWHERE.md §4'],
  ['a heading that does not exist', 'lib/a.ts', '/** Source: docs/api.md, "Nowhere". */'],
  ['a heading that does not exist, in the next line', 'lib/a.ts', '/**\n * Source: docs/api.md,\n * "Nowhere".\n */'],
  ['a comment in the middle of a line', 'lib/a.ts', 'const a = 1 // docs/nowhere.md'],
  ['a comment in a style sheet', 'src/a.css', '/* docs/nowhere.md */'],
  ['a document named in a document', 'docs/a.md', 'As in nowhere.md.'],
  ['a link in a document', 'docs/a.md', 'As in [nowhere](nowhere.md).'],
  ['a heading behind a link', 'docs/a.md', 'As in [api.md](api.md), "Nowhere".'],
])('%s is reported', (_, path, text) => {
  expect(brokenCitations(path, text)).not.toEqual([])
})

test.each([
  ['a heading', 'lib/a.ts', '/** Source: docs/api.md, "Errors". */'],
  ['a heading in the next line', 'lib/a.ts', '/**\n * Source: docs/api.md,\n * "Node types".\n */'],
  ['a document of the same folder', 'docs/a.md', 'As in [api.md](api.md), "Errors", and `api.md`.'],
  ['a name in code', 'lib/a.ts', "const name = 'nowhere.md'"],
  ['a name within another URL', 'lib/a.ts', '// Source: https://example.com/nowhere.md'],
])('%s that exists, or is not a citation, is accepted', (_, path, text) => {
  expect(brokenCitations(path, text)).toEqual([])
})
