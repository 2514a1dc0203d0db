/** The benches: files directly in bench/ that call `bench()`. Files in subfolders are parts of benches. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runInstalled } from './program.mjs'

const folder = join(root, 'bench')

/** @param {string} name */
const textOf = (name) => readFileSync(join(folder, `${name}.ts`), 'utf8')

/** @returns {readonly string[]} names of all benches */
export function benches() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => /^await bench\(/m.test(textOf(name)))
}

/** @param {string} name @returns {string} the first line of its comment */
export function aboutBench(name) {
  return textOf(name).match(/\/\*\*\s*(?:\*\s*)?(.+?)(?:\s*\*\/)?\n/)?.[1] ?? ''
}

/**
 * Run a bench on the built product.
 * @param {string} name
 * @param {readonly string[]} flags
 * @param {Parameters<typeof runInstalled>[2]} options
 */
export const runBench = (name, flags, options) => runInstalled('tsx', [join(folder, `${name}.ts`), ...flags], options)

/** Benches of real products, which take minutes to install: tried with the live tests alone. */
const liveBenches = new Set(['connectors'])

/** Concurrent smoke runs: the slowest test machine has two cores, and benches wait much of the time. */
const atOnce = 2

/**
 * The smoke run of every bench.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ report: import('./reports.mjs').Report, output: string, ms: number }>} `output` of the failed ones
 */
export async function runSmokes(env) {
  const startedAt = performance.now()
  const names = benches().filter((name) => env.SERVICES_LIVE === '1' || !liveBenches.has(name))
  const report = { passed: 0, failed: 0, skipped: 0, failures: /** @type {import('./reports.mjs').Failure[]} */ ([]) }
  let output = ''
  const work = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const outcome = await runBench(name, ['--smoke'], { env })
      report[outcome.code === 0 ? 'passed' : 'failed'] += 1
      if (outcome.code === 0) continue
      report.failures.push({ name: `smoke run of the bench ${name}`, again: `npm run bench -- ${name} --smoke` })
      output += `${name}:\n${outcome.output.trimEnd()}\n`
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { report, output, ms: performance.now() - startedAt }
}
