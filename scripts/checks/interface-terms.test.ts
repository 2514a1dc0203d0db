/**
 * Texts that people read use one term per thing. Every string, template and JSX text of production code is read from the syntax
 * tree; comments are not. The sample's conversations and flows are texts of an invented shop, and are left out.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Term {
  /** What to write. */
  term: string
  /** What is found in its place. */
  forbidden: RegExp
  reason: string
}

const terms: readonly Term[] = [
  { term: 'web chat', forbidden: /(?<![/`._-])\bweb-?chats?\b(?![/`._-])/i, reason: 'the name of the channel type' },
  {
    term: 'remove',
    forbidden: /\b(?:take|takes|taken|took) (?:(?!care\b)[\w“”…]+ )?(?:off|away)\b|\btake (?:it|them) out\b/i,
    reason: 'taking out of a list is "remove", destroying is "delete"',
  },
  {
    term: 'remove or delete',
    forbidden: /\bforget(?:s|ting)?\b(?! (?:this browser|and sign out)\b)|\bforgotten\b/i,
    reason: 'software removes what it stored',
  },
  { term: 'fix', forbidden: /\bmend(?:s|ed|ing)?\b/i, reason: 'the usual word' },
  { term: 'automatically', forbidden: /\bby (?:itself|themselves)\b/i, reason: 'the usual word' },
  {
    term: 'anyone, no one, or the role ("administrator")',
    forbidden: /\b(?:whoever|nobody|somebody|everybody)\b/i,
    reason: 'names who is meant',
  },
  { term: 'is', forbidden: /\bstands?\b(?! (?:for|still)\b)/i, reason: 'texts and values do not stand anywhere' },
  {
    term: 'is reported',
    forbidden: /\b(?:is|are|was|were|be|been) told\b(?! (?:apart|from)\b)/i,
    reason: 'names what happens',
  },
  {
    term: 'create',
    forbidden: /\b(?:make|makes|making|made) (?:an?|one|anew|here|yourself)\b/i,
    reason: 'objects are created',
  },
  {
    term: 'reply',
    forbidden:
      /\b(?:write|writes|writing|send|sends|sent|type) (?:(?:an?|the|your|this) )?answers?\b|\b(?:this|your) answer (?:was|is|went|goes)\b/i,
    reason: 'what is sent in a conversation is a reply',
  },
  {
    term: 'respond or return',
    forbidden:
      /\b(?:service|server|provider|gateway|model|endpoint|database|host) (?:(?:does|did) not answer|answered)\b/i,
    reason: 'programs respond, people reply',
  },
  { term: 'previous', forbidden: /\bthe (?:one|secret|value|version) before\b/i, reason: 'the usual word' },
  { term: 'again', forbidden: /\b(?:once more|anew)\b/i, reason: 'the usual word' },
  { term: 'no longer', forbidden: /\bany more\b/i, reason: 'the usual word' },
  { term: 'a statement', forbidden: /\p{L}!$/u, reason: 'no exclamation marks' },
  { term: 'the imperative alone', forbidden: /\bplease\b/i, reason: 'short texts need no "please"' },
]

/** Path and text of an exception, and why it is needed. */
const exceptions: readonly [path: string, text: RegExp, why: string][] = [
  ['server/handlers/conversations/visitor-token.ts', /^webchat visitors$/, 'a key is derived from it'],
  ['server/store/db/statement-name.ts', /^\/\* plan anew \*\/$/, 'a comment in SQL'],
]

/** Tests, and texts of the sample's invented people. */
const excludedPaths =
  /\.test\.|\.d\.ts$|^server\/sample\/(?:conversations|flows)\/|^server\/store\/migrations\/|^scripts\/corpus\//
const isSource = /^(?:src|flow|contract|server|lib|scripts)\/.*\.[cm]?[jt]sx?$/

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => isSource.test(path) && !excludedPaths.test(path) && existsSync(join(root, path)))

interface Node {
  type: string
  start: number
}
interface Text {
  start: number
  text: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const fieldOf = (node: Node, name: string): unknown => Object.entries(node).find(([key]) => key === name)?.[1]

/** Nodes without text for people: imports, types, and templates that a library reads. */
const notRead = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType', 'TaggedTemplateExpression'])
const isStyle = (node: Node): boolean => {
  const name = node.type === 'JSXAttribute' ? fieldOf(node, 'name') : null
  return isNode(name) && fieldOf(name, 'name') === 'className'
}
const isSql = /^\s*(?:with \w+ as|select|insert into|update|delete from)\b[^.]*[(=$]/
/** Texts for people have several words or a capital letter; API values, names and addresses are one lower-case word. */
const isRead = (text: string): boolean =>
  !isSql.test(text) && (/\p{L}\s+\p{L}/u.test(text) || /^\s*\p{Lu}\p{Ll}/u.test(text))

/** The static text of a node: of a template with "…" for each value. Null = it is no text. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText') {
    const value = fieldOf(node, 'value')
    return typeof value === 'string' ? value : null
  }
  const quasis = node.type === 'TemplateLiteral' ? fieldOf(node, 'quasis') : null
  if (!Array.isArray(quasis)) return null
  return quasis
    .map((part: unknown) => {
      const inner = isNode(part) ? fieldOf(part, 'value') : null
      return typeof inner === 'object' && inner !== null && 'cooked' in inner ? String(inner.cooked) : ''
    })
    .join('…')
}

function textsIn(path: string, source: string): Text[] {
  const found: Text[] = []
  const open: unknown[] = [parseSync(path, source).program]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next)
    if (!isNode(next) || notRead.has(next.type) || isStyle(next)) continue
    const text = textOf(next)
    if (text !== null && isRead(text)) found.push({ start: next.start, text: text.replaceAll(/\s+/g, ' ').trim() })
    open.push(...Object.values(next).filter((value) => typeof value === 'object' && value !== null))
  }
  return found.toSorted((one, other) => one.start - other.start)
}

const lineOf = (source: string, start: number): number => source.slice(0, start).split('\n').length

const violationsIn = (path: string, source: string): string[] =>
  textsIn(path, source).flatMap(({ start, text }) =>
    terms
      .filter(({ forbidden }) => forbidden.test(text))
      .filter(() => !exceptions.some(([place, allowed]) => place === path && allowed.test(text)))
      .map(
        ({ term, reason }) => `${path}:${lineOf(source, start)}: "${text.slice(0, 120)}": write ${term} (${reason})`,
      ),
  )

test('interface texts use the terms of the product', () => {
  expect(paths.length).toBeGreaterThan(500)
  expect(paths.flatMap((path) => violationsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('every exception is needed', () => {
  for (const [path, allowed] of exceptions) {
    const texts = textsIn(path, readFileSync(join(root, path), 'utf8'))
    expect(texts.map(({ text }) => text)).toContainEqual(expect.stringMatching(allowed))
  }
})

test.each([
  ['a label', `const a = { word: 'Webchat' }`, 'web chat'],
  ['a sentence', `const a = 'Use a webchat for this.'`, 'web chat'],
  ['a template', 'const a = `Take ${label} off`', 'remove'],
  ['an attribute', `const A = () => <i title="Forget what signs it in" />`, 'remove or delete'],
  ['a text between tags', `const A = () => <p>Mend what the message says.</p>`, 'fix'],
  ['a text over two lines', `const A = () => <p>It is sent by\n  itself.</p>`, 'automatically'],
  ['an argument', `say('Ask whoever runs the service.')`, 'anyone'],
  ['a value', `const a = 'Secrets stand in it.'`, 'is'],
  ['a default', `const a = (text = 'You are told when it ends.') => text`, 'is reported'],
  ['an object', `const a = 'Make a key'`, 'create'],
  ['a reply', `const a = 'Write an answer'`, 'reply'],
  ['a program', `const a = 'The service did not answer.'`, 'respond'],
  ['the previous one', `const a = 'The one before holds.'`, 'previous'],
  ['a repetition', `const a = 'Run once more…'`, 'again'],
  ['an end', `const a = 'It is not kept any more.'`, 'no longer'],
  ['an exclamation', `const a = 'Saved!'`, 'a statement'],
  ['a plea', `const a = 'Please try again.'`, 'the imperative'],
])('%s is found', (_what, line, term) => {
  expect(violationsIn('src/a.tsx', line)).toEqual([expect.stringContaining(`: write ${term}`)])
})

test.each([
  ['a comment', '/** Mend it by itself. */ const a = 1 // Please'],
  ['a value of the API', `const a = 'webchat'`],
  ['an import', `import { forget } from './please forget.ts'`],
  ['a type', `type A = 'Please forget'`],
  ['a path', 'const a = `The address is /webchat/${token}`'],
  ['other meanings', `const a = 'No model answers this. Forgot your password? Not in front: true !== false'`],
])('%s is not found', (_what, line) => {
  expect(violationsIn('src/a.tsx', line)).toEqual([])
})
