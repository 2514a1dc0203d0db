/** Flows that can run, and steps for their runs, which several tests share. */
import type { Page } from '@playwright/test'
import { node } from '#test/support/flow-draft.ts'

const edge = (source: string, target: string, handle = 'out') => ({
  id: `${source}-${target}`,
  source,
  target,
  source_handle: handle,
})

/** Input fields of the trigger. */
const orderInput = {
  type: 'object',
  required: ['order_no', 'count'],
  properties: {
    order_no: { type: 'string', title: 'Order number', description: 'As it stands on the invoice.', pattern: '^A' },
    count: { type: 'integer', title: 'Pieces', minimum: 1 },
    api_key: { type: 'string', title: 'Key of the shop' },
  },
}

const start = node('start', 'trigger', 'By hand', { config: { kind: 'manual', input_schema: orderInput } })

/** Started manually with an order number and a number of pieces; the output is twice the pieces. */
export const orderFlow = (name: string) => ({
  name,
  nodes: [
    start,
    node('double', 'transform', 'Double it', {
      config: { language: 'jsonata', expression: '{"pieces": input.count * 2}' },
    }),
  ],
  edges: [edge('start', 'double')],
})

/** Fails at its second step for orders of more than ten pieces. */
export const strictFlow = (name: string) => ({
  name,
  nodes: [
    start,
    node('first', 'transform', 'Look at it', { config: { language: 'jsonata', expression: 'input' } }),
    node('check', 'code', 'Check it', {
      config: {
        language: 'javascript',
        source: 'if (input.count > 10) throw new Error("Too many pieces."); return { ok: true }',
      },
    }),
  ],
  edges: [edge('start', 'first'), edge('first', 'check')],
})

/** Waits for an hour. */
export const waitingFlow = (name: string) => ({
  name,
  nodes: [
    node('start', 'trigger', 'By hand', { config: { kind: 'manual' } }),
    node('wait', 'wait', 'Wait an hour', { config: { seconds: 3600 } }),
    node('end', 'transform', 'Go on', { config: { language: 'jsonata', expression: '"done"' } }),
  ],
  edges: [edge('start', 'wait'), edge('wait', 'end')],
})

export const runDialog = (page: Page) => page.getByRole('dialog', { name: /^Run “/ })
export const runBar = (page: Page) => page.getByRole('region', { name: 'Run shown on the flow' })
/** The card of a node, by its accessible name, which includes the run strip. */
export const cardOf = (page: Page, name: RegExp) => page.getByRole('application').getByRole('group', { name })
