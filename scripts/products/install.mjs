/**
 * `npm run products [-- n8n node-red]`: installs the products that the live tests of the connectors run against, outside
 * of the tree: into ~/.cache/flow-console/products, or PRODUCTS_DIR. They are tools of the tests, never dependencies.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { npm } from '#scripts/program.mjs'
import { printStep, runScript, StepFailed } from '#scripts/step.mjs'

/**
 * @typedef {object} Product
 * @property {string} version the one that the recorded answers and the live tests are of
 * @property {string} program path in its package
 * @property {string} duration of an installation
 * @property {Record<string, string>} [overrides] of package.json
 */

/** @type {Record<'n8n' | 'node-red', Product>} */
export const products = {
  // The version of xlsx that n8n names is on no registry.
  n8n: { version: '2.30.0', program: 'bin/n8n', duration: '4 min, 2 GB', overrides: { xlsx: '0.18.5' } },
  'node-red': { version: '5.0.7', program: 'red.js', duration: '30 s, 100 MB' },
}

/** @typedef {keyof typeof products} ProductName */

export const productNames = /** @type {readonly ProductName[]} */ (Object.keys(products))

/** The Node that runs the products if this one is too old for them. */
const nodeVersion = '24.21.0'
/** The oldest Node that runs both products (n8n 2.30). */
const oldestNode = { major: 22, minor: 22 }

/** @typedef {{ node: string, program: string }} InstalledProduct paths of a Node and of the product's JavaScript file */

const productsFolder = () => process.env.PRODUCTS_DIR || join(homedir(), '.cache/flow-console/products')

/**
 * The version of an installed package. npm writes node_modules/.package-lock.json at the end of an installation, so an
 * interrupted one counts as none.
 * @param {string} folder
 * @param {string} name
 * @returns {string | undefined}
 */
function installedVersion(folder, name) {
  const manifest = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(join(folder, 'node_modules/.package-lock.json')) || !existsSync(manifest)) return undefined
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/**
 * Installs one package with its dependencies into a folder of its own, unless it is there.
 * @param {{ folder: string, name: string, version: string, duration: string, overrides?: Record<string, string> }} what
 * @throws {StepFailed} when npm fails
 */
async function installPackage({ folder, name, version, duration, overrides = {} }) {
  const found = installedVersion(folder, name)
  if (found === version) return
  const change = found === undefined ? '' : ` in place of ${found}`
  console.log(`  installing ${name} ${version}${change} into ${folder} (about ${duration}) …`)
  mkdirSync(folder, { recursive: true })
  const manifest = { private: true, dependencies: { [name]: version }, overrides }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  const { code, output, ms } = await npm(['install', ...flags], { cwd: folder })
  if (code !== 0)
    throw new StepFailed(
      `${name} ${version} could not be installed. See the npm output above. Usually the registry cannot be reached (proxy?) or the disk is full.`,
      output.slice(-4000),
    )
  printStep('ok', `${name} ${version} installed`, ms)
}

/** @param {string} version like "22.22.0" */
function nodeIsNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
}

/**
 * A Node that is new enough: this one, that of PRODUCTS_NODE, or one from npm.
 * @returns {Promise<string>} path of the program
 */
async function installNode() {
  if (process.env.PRODUCTS_NODE) return process.env.PRODUCTS_NODE
  if (nodeIsNewEnough(process.versions.node)) return process.execPath
  const system = process.platform === 'win32' ? 'win' : process.platform
  // The package `node` gets the program by an install script; this is the package that its script installs.
  const name = `node-${system}-${process.arch}`
  const folder = join(productsFolder(), 'node')
  await installPackage({ folder, name, version: nodeVersion, duration: '10 s, 200 MB' }).catch((error) => {
    const remedy = `Node ${process.versions.node} is too old for the products. Run the same command with Node 24, or set PRODUCTS_NODE to the path of its program.`
    throw error instanceof StepFailed ? new StepFailed(`${error.message}\n${remedy}`, error.output) : error
  })
  return join(folder, 'node_modules', name, process.platform === 'win32' ? 'node.exe' : 'bin/node')
}

/**
 * Installs a product, unless it is installed.
 * @param {ProductName} name
 * @returns {Promise<InstalledProduct>}
 * @throws {StepFailed} when npm fails
 */
export async function installProduct(name) {
  const node = await installNode()
  const { version, program, duration, overrides } = products[name]
  const folder = join(productsFolder(), name)
  await installPackage({ folder, name, version, duration, overrides })
  return { node, program: join(folder, 'node_modules', name, program) }
}

/**
 * The product with this name.
 * @param {string} name
 * @returns {ProductName}
 * @throws {StepFailed} when there is none
 */
export function productNamed(name) {
  const found = productNames.find((one) => one === name)
  if (found === undefined)
    throw new StepFailed(`There is no product ${name}. The products: ${productNames.join(', ')}.`)
  return found
}

if (import.meta.filename === process.argv[1])
  await runScript(async () => {
    const names = process.argv.slice(2).map(productNamed)
    for (const name of names.length === 0 ? productNames : names) {
      const { program } = await installProduct(name)
      console.log(`${name} ${products[name].version}: ${program}`)
    }
  })
