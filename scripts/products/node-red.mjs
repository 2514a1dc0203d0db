/** Node-RED for tests: on a free loopback port, with a folder of its own, without sign-in. */
import { installProduct } from './install.mjs'
import { productPlace, startProduct } from './product-process.mjs'

/** @typedef {{ url: string, stop: () => Promise<void> }} NodeRed `url`: origin, without a trailing slash */

/**
 * Installs Node-RED if needed, and starts it without flows.
 * @param {{ port?: number }} [options]
 * @returns {Promise<NodeRed>}
 */
export async function startNodeRed(options = {}) {
  const installed = await installProduct('node-red')
  const { folder, port, url } = await productPlace('node-red', options.port)
  const settings = ['uiHost=127.0.0.1', `uiPort=${port}`, 'editorTheme.tours=false', 'telemetry.enabled=false']
  const args = ['--userDir', folder, ...settings.flatMap((setting) => ['-D', setting])]
  const isReady = async () => (await fetch(`${url}/flows`, { headers: { 'Node-RED-API-Version': 'v2' } })).ok
  const stop = await startProduct({ name: 'Node-RED', folder, installed, args, isReady })
  return { url, stop }
}
