/**
 * `node scripts/products/start.mjs n8n|node-red [--port NUMBER] [--sample] [FILE…]`: runs a product to try a connector
 * by hand, until Ctrl C. FILE: flow files to put in. `--sample`: also workflows that have run (n8n).
 */
import { parseArgs } from 'node:util'
import { endOnSignals, shutDown } from '#scripts/program.mjs'
import { runScript, StepFailed } from '#scripts/step.mjs'
import { productNamed } from './install.mjs'
import { startN8n } from './n8n.mjs'
import { startNodeRed } from './node-red.mjs'
import { addN8nSample, deployNodeRedFiles, workflowOfFile } from './sample.mjs'

const usage = 'node scripts/products/start.mjs n8n|node-red [--port NUMBER] [--sample] [FILE…]'

/**
 * @typedef {object} Selection
 * @property {number | undefined} port
 * @property {boolean} sample
 * @property {readonly string[]} files
 */

/** @returns {Selection & { name: import('./install.mjs').ProductName }} */
function parseSelection() {
  try {
    const options = /** @type {const} */ ({ port: { type: 'string' }, sample: { type: 'boolean' } })
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const port = values.port === undefined ? undefined : Number(values.port)
    const [name, ...files] = positionals
    if (name !== undefined && (port === undefined || (Number.isInteger(port) && port > 0)))
      return { name: productNamed(name), port, sample: values.sample === true, files }
  } catch (error) {
    if (error instanceof StepFailed) throw error
    // An unknown flag is reported like a missing name.
  }
  throw new StepFailed(usage)
}

/** @param {Selection} selection */
async function runN8n({ port, sample, files }) {
  const n8n = await startN8n({ port })
  for (const file of files) await n8n.api('POST', '/workflows', workflowOfFile(file))
  if (sample) await addN8nSample(n8n)
  console.log(`url          ${n8n.url}`)
  console.log(`sign-in      ${n8n.owner.email}, ${n8n.owner.password}`)
  console.log(`key          ${n8n.key}`)
  console.log(`databaseUrl  ${n8n.databaseUrl}`)
}

/** @param {Selection} selection */
async function runNodeRed({ port, files }) {
  const { url } = await startNodeRed({ port })
  if (files.length > 0) await deployNodeRedFiles(url, files)
  console.log(`url          ${url}`)
}

endOnSignals()
await runScript(async () => {
  const { name, ...selection } = parseSelection()
  const run = { n8n: runN8n, 'node-red': runNodeRed }[name]
  await run(selection).catch(async (error) => {
    if (error instanceof StepFailed) console.error(`${error.output}\n${error.message}`)
    else console.error(error)
    await shutDown(1)
  })
  console.log('Ctrl C ends it and removes its data.')
})
