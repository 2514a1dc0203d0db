/** Installs the packages of package-lock.json, unless they are installed already. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './program.mjs'
import { printStep, StepFailed } from './step.mjs'

/** The Node versions of package.json "engines"; older ones lack features that the tools need. */
const supported = [
  { major: 20, minor: 19 },
  { major: 22, minor: 12 },
]

/**
 * @param {string} version like "20.19.0"
 * @returns {boolean}
 */
export function nodeIsSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const line = supported.find((each) => each.major === major)
  if (line !== undefined) return minor >= line.minor
  // Odd versions between the supported ones did not get these features.
  return major > 22
}

/** @throws {StepFailed} when this Node is too old */
function checkNode() {
  if (nodeIsSupported(process.versions.node)) return
  throw new StepFailed(
    `Node ${process.versions.node} is too old. Install Node 24 (or 22.12+, or 20.19+) from https://nodejs.org/ and run the same command again.`,
  )
}

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} Packages */

/**
 * Whether the installed packages match the lock file. npm writes its own copy of the lock file at the end of an
 * installation, so an interrupted one is detected as well. Packages for other platforms may be missing.
 * @param {Packages} required packages of package-lock.json
 * @param {Packages} installed packages of node_modules/.package-lock.json
 */
export function isComplete(required, installed) {
  for (const [path, { version, optional }] of Object.entries(required)) {
    if (path === '' || (optional === true && installed[path] === undefined)) continue
    if (installed[path]?.version !== version) return false
  }
  return Object.keys(installed).every((path) => required[path] !== undefined)
}

/** @param {string} path @returns {Packages} */
function packagesOf(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')).packages ?? {}
}

/** @throws {StepFailed} when npm fails */
export async function install() {
  checkNode()
  const installed = 'node_modules/.package-lock.json'
  if (existsSync(join(root, installed)) && isComplete(packagesOf('package-lock.json'), packagesOf(installed))) return
  console.log('  installing packages (15 s to a minute; 500 MB in node_modules) …')
  // The build needs the development packages, whatever NODE_ENV says.
  const { code, output, ms } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (code !== 0)
    throw new StepFailed(
      'The packages could not be installed. See the npm output above. Usually the registry cannot be reached (proxy?) or the disk is full.',
      output,
    )
  printStep('ok', 'packages installed', ms)
}
