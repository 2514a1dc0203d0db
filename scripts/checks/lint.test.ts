import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

/** The rule that enforces the ladder. */
const ladderRule = 'no-restricted-imports'

/**
 * A misspelled rule has no effect. So each rule is broken once, in a small repo of the same structure, and must be
 * reported by the linter: path, line of code, expected rule (or none).
 */
const violations: [path: string, code: string, rule: string | null][] = [
  // The ladder
  ['lib/up.ts', `import { me } from '#contract/account.ts'\nexport const a = me`, ladderRule],
  ['lib/react.ts', `import { useState } from 'react'\nexport const a = useState`, ladderRule],
  ['contract/up.ts', `import { layout } from '#flow/place/layout.ts'\nexport const a = layout`, ladderRule],
  ['contract/down.ts', `import { id } from '#lib/id.ts'\nexport const a = id`, null],
  ['flow/up.ts', `import { db } from '#server/store/db.ts'\nexport const a = db`, ladderRule],
  ['flow/formats/up.ts', `import { b } from '#ui/controls/button.tsx'\nexport const a = b`, ladderRule],
  ['flow/formats/down.ts', `import { me } from '#contract/account.ts'\nexport const a = me`, null],
  ['server/base/up.ts', `import { b } from '#server/store/db/lock.ts'\nexport const a = b`, ladderRule],
  ['server/store/flows/up.ts', `import { b } from '#server/engine/prices.ts'\nexport const a = b`, ladderRule],
  ['server/engine/run/up.ts', `import { b } from '#server/handlers/all.ts'\nexport const a = b`, ladderRule],
  ['server/handlers/side.ts', `import { b } from '#server/proxy/console-server.ts'\nexport const a = b`, ladderRule],
  ['server/boot/down.ts', `import { b } from '#server/handlers/all.ts'\nexport const a = b`, null],
  ['server/store/console.ts', `import { b } from '#ui/button.tsx'\nexport const a = b`, ladderRule],
  ['server/store/root.ts', `import { b } from '#src/page-code.ts'\nexport const a = b`, ladderRule],
  ['server/store/down.ts', `import { layout } from '#flow/layout.ts'\nexport const a = layout`, null],
  ['server/store/support.ts', `import { b } from '#test/support/flow-draft.ts'\nexport const a = b`, ladderRule],
  ['server/store/support.test.ts', `import { b } from '#test/support/flow-draft.ts'\nexport const a = b`, null],
  ['src/main.tsx', `import { b } from '#server/boot/main.ts'\nexport const a = b`, ladderRule],
  ['src/deep.ts', `import { b } from '#src/ui/button.tsx'\nexport const a = b`, ladderRule],
  ['server/unnamed/down.ts', `import { b } from '#lib/id.ts'\nexport const a = b`, ladderRule],
  ['src/canvas/unnamed.ts', `import { b } from '#lib/id.ts'\nexport const a = b`, ladderRule],
  ['lib/icons.ts', `import { b } from 'lucide-react/icons/box'\nexport const a = b`, ladderRule],
  ['src/canvas/pen/icons.ts', `import { b } from 'lucide-react/icons/box'\nexport const a = b`, null],
  ['src/canvas/pen/drawn.ts', `import { Box } from 'lucide-react'\nexport const a = Box`, ladderRule],
  ['server/store/scripts.test.ts', `import { b } from '#scripts/program.mjs'\nexport const a = b`, ladderRule],
  ['src/ui/root.ts', `import { b } from '#src/page-code.ts'\nexport const a = b`, ladderRule],
  ['src/ui/noun.tsx', `import { me } from '#contract/account.ts'\nexport const a = me`, ladderRule],
  ['src/ui/up.tsx', `import { q } from '#api/query.ts'\nexport const a = q`, ladderRule],
  ['src/api/up.ts', `import { b } from '#ui/button.tsx'\nexport const a = b`, ladderRule],
  ['src/canvas/react/up.tsx', `import { q } from '#api/query.ts'\nexport const a = q`, ladderRule],
  ['src/canvas/react/flow.tsx', `import { ReactFlow } from '@xyflow/react'\nexport const a = ReactFlow`, null],
  ['src/canvas/paint/react.ts', `import { useState } from 'react'\nexport const a = useState`, ladderRule],
  ['src/canvas/paint/up.ts', `import { b } from '#canvas/react/flow-canvas.tsx'\nexport const a = b`, ladderRule],
  ['src/canvas/paint/down.ts', `import { b } from '#canvas/model/canvas-graph.ts'\nexport const a = b`, null],
  ['src/pages/flow/canvas.tsx', `import { ReactFlow } from '@xyflow/react'\nexport const a = ReactFlow`, ladderRule],
  ['src/flow-data/up.ts', `import { b } from '#parts/display/status.tsx'\nexport const a = b`, ladderRule],
  ['src/flow-data/down.ts', `import { b } from '#canvas/scene/scene.ts'\nexport const a = b`, null],
  ['src/files/up.ts', `import { b } from '#canvas/scene/scene.ts'\nexport const a = b`, ladderRule],
  ['src/canvas/scene/data.ts', `import { b } from '#flow-data/flow-data.ts'\nexport const a = b`, ladderRule],
  ['src/parts/up.tsx', `import { b } from '#shell/frame.tsx'\nexport const a = b`, ladderRule],
  ['src/shell/up.tsx', `import { b } from '#pages/flows/flows-page.tsx'\nexport const a = b`, ladderRule],
  ['src/pages/flows/down.tsx', `import { b } from '#shell/frame.tsx'\nexport const a = b`, null],
  ['src/pages/flows/list/sibling.tsx', `import { b } from '#pages/flows/bulk/bulk.tsx'\nexport const a = b`, null],
  ['src/pages/flows/sql.tsx', `import { eq } from 'drizzle-orm'\nexport const a = eq`, ladderRule],
  ['src/pages/flows/parent.tsx', `import { b } from '../tools/tools.tsx'\nexport const a = b`, ladderRule],
  ['src/pages/flow/beside.tsx', `import { b } from '#pages/flows/flows-page.tsx'\nexport const a = b`, ladderRule],
  ['e2e/parent.e2e.ts', `import { b } from '../src/routes.tsx'\nexport const a = b`, ladderRule],
  ['server/base/tools.ts', `import { run } from '#scripts/program.mjs'\nexport const a = run`, ladderRule],
  ['bench/tools.ts', `import { run } from '#scripts/program.mjs'\nexport const a = run`, null],
  ['lib/node.ts', `import { readFile } from 'node:fs'\nexport const a = readFile`, 'no-nodejs-modules'],
  ['lib/node.test.ts', `import { readFile } from 'node:fs'\nexport const a = readFile`, null],
  ['src/pages/fetch.ts', `export const a = () => fetch('/api/')`, 'no-restricted-globals'],
  ['src/pages/window.ts', `export const a = () => window.fetch('/api/')`, 'no-restricted-properties'],
  ['src/shell/live.ts', `export const a = () => new EventSource('/api/')`, 'no-restricted-globals'],
  ['src/api/fetch.ts', `export const a = () => fetch('/api/')`, null],
  ['flow/type.ts', `import type { B } from './other-type.ts'\nexport type A = B[]`, 'no-cycle'],
  ['flow/other-type.ts', `import type { A } from './type.ts'\nexport type B = A | 1`, 'no-cycle'],
  ['flow/first.ts', `import { b } from './second.ts'\nexport const a = 1 + b`, 'no-cycle'],
  ['flow/second.ts', `import { a } from './first.ts'\nexport const b = 1 + a`, 'no-cycle'],
  ['lib/barrel.ts', `export * from './other.ts'`, 'no-barrel-file'],
  // Types
  ['lib/any.ts', `export const a: any = 1`, 'no-explicit-any'],
  ['lib/bang.ts', `export const a = (list: string[]) => list[0]!`, 'no-non-null-assertion'],
  ['lib/as.ts', `export const a = (value: unknown) => value as string`, 'consistent-type-assertions'],
  ['lib/angle.ts', `export const a = (value: unknown) => <string>value`, 'consistent-type-assertions'],
  ['lib/as-const.ts', `export const a = ['x'] as const`, null],
  ['contract/kernel/endpoint.ts', `export const a = (value: unknown) => value as string`, null],
  ['lib/expect.ts', `// @ts-expect-error\nexport const a: string = 1`, 'ban-ts-comment'],
  ['lib/float.ts', `export function a() {\n  Promise.resolve(1)\n}`, 'no-floating-promises'],
  ['lib/misuse.ts', `export const a = (list: string[]) => list.forEach(async () => {})`, 'no-misused-promises'],
  [
    'lib/switch.ts',
    `export function a(kind: 'x' | 'y') {\n  switch (kind) {\n    case 'x':\n      return 1\n  }\n  return 2\n}`,
    'switch-exhaustiveness-check',
  ],
  // Size
  ['lib/long.ts', Array.from({ length: 401 }, (_, line) => `export const a${line} = 1\n`).join(''), 'max-lines'],
  ['lib/large.ts', `export function a() {\n${'  Math.random()\n'.repeat(80)}}`, 'max-lines-per-function'],
  ['src/ui/large.tsx', `export function A() {\n${'  Math.random()\n'.repeat(120)}}`, 'max-lines-per-function'],
  ['src/ui/middle.tsx', `export function A() {\n${'  Math.random()\n'.repeat(100)}}`, null],
  ['e2e/large.e2e.ts', `export function a() {\n${'  Math.random()\n'.repeat(200)}}`, null],
  // React and accessibility
  [
    'src/ui/hook.tsx',
    `import { useState } from 'react'\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return null\n}`,
    'hooks',
  ],
  [
    'src/ui/effect.tsx',
    `import { useEffect } from 'react'\nexport function A({ to }: { to: string }) {\n  useEffect(() => {\n    document.title = to\n  }, [])\n  return null\n}`,
    'exhaustive-deps',
  ],
  [
    'src/ui/click.tsx',
    `export const A = ({ go }: { go: () => void }) => <div onClick={go}>x</div>`,
    'no-static-element-interactions',
  ],
  ['src/ui/image.tsx', `export const A = () => <img src="/a.png" />`, 'alt-text'],
  ['src/ui/controls/button.tsx', `export const A = () => <button>x</button>`, 'button-has-type'],
  // Console output, and ignored errors and findings
  ['server/print.ts', `console.log('x')\nexport const a = 1`, 'no-console'],
  ['server/swallow.ts', `export function a() {\n  try {\n    JSON.parse('')\n  } catch {}\n}`, 'no-empty'],
  [
    'lib/stale.ts',
    `// oxlint-disable-next-line no-console -- nothing to silence here\nexport const a = 1`,
    'unused-directive',
  ],
]

const Report = z.object({
  diagnostics: z.array(z.object({ code: z.string().optional(), message: z.string(), filename: z.string() })),
})

const root = resolve(import.meta.dirname, '../..')
let workspace = ''
/** Path → rules that the linter reported for it. */
const reportedRules = new Map<string, string[]>()

function lint(folder: string): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [program, '-c', 'oxlint.config.mjs', '-f', 'json'],
      { cwd: folder, maxBuffer: 1 << 26 },
      (error, out, complaint) => {
        // Findings give exit code 1 and a report; without a report the linter failed to run.
        if (out.startsWith('{')) done(out)
        else fail(new Error(`oxlint did not run: ${complaint || out || (error?.message ?? 'no report')}`))
      },
    )
  })
}

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'house-'))
  await mkdir(join(workspace, 'scripts'))
  for (const name of ['oxlint.config.mjs', 'scripts/rooms.mjs', 'tsconfig.json', 'package.json'])
    await copyFile(join(root, name), join(workspace, name))
  await symlink(join(root, 'node_modules'), join(workspace, 'node_modules'), 'junction')
  for (const [path, code] of violations) {
    await mkdir(dirname(join(workspace, path)), { recursive: true })
    await writeFile(join(workspace, path), code)
  }
  const { diagnostics } = Report.parse(JSON.parse(await lint(workspace)))
  for (const { code, message, filename } of diagnostics) {
    const rule = code?.match(/\((.+)\)/)?.[1] ?? (/disable directive/i.test(message) ? 'unused-directive' : message)
    reportedRules.set(filename.replaceAll('\\', '/'), [
      ...(reportedRules.get(filename.replaceAll('\\', '/')) ?? []),
      rule,
    ])
  }
}, 60_000)

afterAll(() => rm(workspace, { recursive: true, force: true }))

test.each(violations)('%s: %s', (path, _code, rule) => {
  const rules = reportedRules.get(path) ?? []
  if (rule === null) expect(rules).toEqual([])
  else expect(rules).toContain(rule)
})
