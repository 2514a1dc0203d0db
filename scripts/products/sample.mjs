/** Contents for the products: flow files by the product's own API, and n8n workflows that run. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { StepFailed } from '#scripts/step.mjs'

/** The settings of a workflow that the public API of n8n 2.30 accepts; it refuses others. */
const workflowSettings = new Set([
  'saveExecutionProgress',
  'saveManualExecutions',
  'saveDataErrorExecution',
  'saveDataSuccessExecution',
  'executionTimeout',
  'errorWorkflow',
  'timezone',
  'executionOrder',
  'callerPolicy',
  'callerIds',
  'timeSavedPerExecution',
])

/**
 * A workflow as the public API accepts it, from an exported file: the other fields of a file are read-only there.
 * @param {string} path
 * @returns {{ name: string, nodes: any[], connections: object, settings: object }}
 */
export function workflowOfFile(path) {
  const { name = basename(path, '.json'), nodes, connections, settings = {} } = JSON.parse(readFileSync(path, 'utf8'))
  const accepted = Object.fromEntries(Object.entries(settings).filter(([key]) => workflowSettings.has(key)))
  return { name, nodes, connections, settings: accepted }
}

/** @param {string} node @param {string} [type] */
const to = (node, type = 'main') => [[{ node, type, index: 0 }]]

/**
 * The steps one after the other.
 * @param {readonly string[]} names
 */
const chain = (names) =>
  Object.fromEntries(names.slice(1).map((name, index) => [names[index] ?? '', { main: to(name) }]))

/**
 * @param {string} name
 * @param {string} type without the prefix of n8n's own nodes
 * @param {number} x
 * @param {object} [parameters]
 * @param {object} [rest] other fields of the node
 */
const node = (name, type, x, parameters = {}, rest = {}) => ({
  id: `${type}-${x}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [x, 0],
  parameters,
  ...rest,
})

const codeOfOrder =
  "if ($input.first().json.query.fail) throw new Error('The shop is closed')\nreturn [{ json: { order: 1, paid: true } }]"

/**
 * A workflow that runs on GET /webhook/{path}, and fails with ?fail=1.
 * @param {string} name
 * @param {string} path
 * @param {string} [errorWorkflow] id
 */
export const webhookWorkflow = (name, path, errorWorkflow) => ({
  name,
  nodes: [
    node(
      'Order arrives',
      'webhook',
      0,
      { path, httpMethod: 'GET', responseMode: 'lastNode', options: {} },
      { typeVersion: 2, webhookId: path },
    ),
    node('Take order', 'code', 240, { jsCode: codeOfOrder }, { typeVersion: 2 }),
    node('Done', 'noOp', 480),
  ],
  connections: chain(['Order arrives', 'Take order', 'Done']),
  settings: { executionOrder: 'v1', ...(errorWorkflow === undefined ? {} : { errorWorkflow }) },
})

/** Runs when another workflow fails. */
const errorWorkflow = {
  name: 'Report failures',
  nodes: [node('A run failed', 'errorTrigger', 0), node('Noted', 'noOp', 240)],
  connections: chain(['A run failed', 'Noted']),
  settings: { executionOrder: 'v1' },
}

/** Names in Cyrillic, Japanese, Arabic and Hindi, and an emoji. */
export const workflowInScripts = {
  name: 'Заказы 注文 الطلبات आदेश 🧾',
  nodes: [
    node('Начало', 'manualTrigger', 0),
    node('在庫を確認', 'noOp', 240),
    node('إرسال الفاتورة', 'noOp', 480),
    node('भुगतान 🧾', 'noOp', 720),
  ],
  connections: chain(['Начало', '在庫を確認', 'إرسال الفاتورة', 'भुगतान 🧾']),
  settings: { executionOrder: 'v1' },
}

/** Calls of the webhook; each fifth fails. */
const sampleCalls = 10

/**
 * Adds workflows that have run: one that was called ten times, with successful and failed runs, and its error workflow.
 * @param {import('./n8n.mjs').N8n} n8n
 */
export async function addN8nSample({ url, api }) {
  await api('POST', '/workflows', workflowInScripts)
  const { id: errorId } = await api('POST', '/workflows', errorWorkflow)
  await api('POST', `/workflows/${errorId}/activate`)
  const { id } = await api('POST', '/workflows', webhookWorkflow('Orders from the shop', 'shop-orders', errorId))
  await api('POST', `/workflows/${id}/activate`)
  for (let call = 1; call <= sampleCalls; call++)
    await fetch(`${url}/webhook/shop-orders${call % 5 === 0 ? '?fail=1' : ''}`)
}

/**
 * Deploys the nodes of flow files to Node-RED, in place of its flows.
 * @param {string} url
 * @param {readonly string[]} paths
 */
export async function deployNodeRedFiles(url, paths) {
  const flows = paths.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')))
  const response = await fetch(`${url}/flows`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Node-RED-API-Version': 'v2' },
    body: JSON.stringify({ flows }),
  })
  if (!response.ok)
    throw new StepFailed(`Node-RED answered POST /flows with ${response.status}: ${await response.text()}`)
}
