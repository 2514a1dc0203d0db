/** Builds console and service into dist/, each only if one of its sources has changed. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runInstalled } from './program.mjs'
import { printStep, StepFailed } from './step.mjs'

const shared = ['lib', 'contract', 'flow', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Targets with their sources and configuration. */
const parts = [
  {
    name: 'web',
    config: 'vite.config.ts',
    sources: [
      'src',
      'public',
      'index.html',
      ...['chunks.mjs', 'compress.mjs', 'icons.mjs', 'json-schemas.mjs', 'licences.mjs', 'summaries.mjs'].map(
        (one) => `scripts/vite/${one}`,
      ),
      ...shared,
    ],
  },
  { name: 'server', config: 'vite.server.config.ts', sources: ['server', ...shared] },
]

/**
 * Every file below a path, in a fixed order, without tests.
 * @param {string} path relative to the root
 * @returns {string[]}
 */
function filesOf(path) {
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [path]
  return readdirSync(absolute)
    .toSorted()
    .flatMap((name) => (/\.test\.tsx?$/.test(name) ? [] : filesOf(`${path}/${name}`)))
}

/**
 * A digest of names and contents: modification times are wrong after a checkout or a copy.
 * @param {readonly string[]} sources
 */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesOf)) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {(typeof parts)[number]} part
 * @returns {Promise<number | undefined>} milliseconds, or undefined when there was nothing to do
 */
async function buildPart({ name, config, sources }) {
  const target = join(root, 'dist', name)
  const stampFile = join(root, 'dist', `${name}.stamp`)
  const print = fingerprint([config, ...sources])
  if (existsSync(target) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === print) return undefined
  // Built in a temporary folder and renamed at the end: a failed build keeps the last good one, and two builds do not
  // write to each other's files.
  const next = join(root, 'dist', `.${name}-${process.pid}`)
  const old = `${next}-old`
  mkdirSync(next, { recursive: true })
  try {
    const { code, output, ms } = await runInstalled(
      'vite',
      ['build', '-c', config, '--outDir', next, '--emptyOutDir'],
      {
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    if (code !== 0) throw new StepFailed(`The build of ${name} failed. See the output above.`, output)
    if (existsSync(target)) renameSync(target, old)
    renameSync(next, target)
    writeFileSync(stampFile, print)
    return ms
  } finally {
    rmSync(next, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** @throws {StepFailed} with the output of the builder */
export async function build() {
  // If one of the two builds fails, the other still finishes, so that no half-written folder remains.
  const results = await Promise.allSettled(parts.map(buildPart))
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') throw result.reason
    if (result.value !== undefined) printStep('ok', `build of ${parts[index]?.name ?? ''}`, result.value)
  }
  const isNew = results.some(
    (result, index) => parts[index]?.name === 'server' && result.status === 'fulfilled' && result.value !== undefined,
  )
  const { DATABASE_URL, API_BASE_URL, SERVICES_FILE } = process.env
  if (isNew && !DATABASE_URL && !API_BASE_URL && !SERVICES_FILE) await packEmptyDatabase()
}

/**
 * Packs an empty database, which a first start unpacks faster than it could create one. Stored beside the packages.
 */
async function packEmptyDatabase() {
  const { code, output, ms } = await run(process.execPath, [join(root, 'dist/server/command.mjs'), 'template'])
  if (code !== 0) throw new StepFailed('The empty database could not be packed. See the output above.', output)
  printStep('ok', 'empty database', ms)
}
