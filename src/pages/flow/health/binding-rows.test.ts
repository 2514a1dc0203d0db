import { expect, test } from 'vitest'
import { bindingRows } from './binding-rows.ts'

test('unbound requirements come first; names come from the flow, then from other sources', () => {
  const rows = bindingRows(
    {
      bindings: {
        tools: { orders_api: 't1', alpha: 't9' },
        channels: { support: null },
        secrets: { shop_key: 's1', mail_key: null },
      },
      tools: [{ id: 't1', key: 'orders', name: 'Orders API', category: 'api' }],
      channels: [],
    },
    new Map([['s1', 'Shop key']]),
  )
  expect(rows.map(({ field, key, target }) => [field, key, target === null ? null : target.name])).toEqual([
    ['channels', 'support', null],
    ['secrets', 'mail_key', null],
    ['tools', 'alpha', null],
    ['tools', 'orders_api', 'Orders API'],
    ['secrets', 'shop_key', 'Shop key'],
  ])
})

test('what fails now comes first of the bound requirements', () => {
  const incidents = [{ subject: null, figures: { reason: 'Orders API is unavailable (503).' } }]
  const flow = {
    bindings: { tools: { alpha: 't9', orders_api: 't1' }, channels: {}, secrets: {} },
    tools: [{ id: 't1', key: 'orders', name: 'Orders API', category: 'api' as const }],
    channels: [],
  }
  const keysWith = (now: typeof incidents) => bindingRows(flow, new Map(), now).map(({ key }) => key)
  expect(keysWith(incidents)).toEqual(['orders_api', 'alpha'])
  expect(keysWith([])).toEqual(['alpha', 'orders_api'])
})
