import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { bindingUses } from './binding-uses.ts'

test('each key links to the nodes that name it', () => {
  const nodes = [
    makeNode({ id: 'a', type: 'api', name: 'Look up', tool: 'orders' }),
    makeNode({
      id: 'b',
      type: 'api',
      name: '',
      tool: 'orders',
      config: {
        headers: { key: '{{ secrets.shop }}', again: 'x {{ secrets.shop }}', in: '{% if secrets.tag %}x{% endif %}' },
      },
    }),
    makeNode({ id: 'c', type: 'message', name: 'Tell', config: { channel: 'support', text: 'Hi' } }),
  ]
  const { tools, channels, secrets } = bindingUses({ nodes })
  expect(tools.get('orders')?.map(({ name }) => name)).toEqual(['Look up', 'b'])
  expect(channels.get('support')?.map(({ id }) => id)).toEqual(['c'])
  expect(secrets.get('shop')?.map(({ id }) => id)).toEqual(['b'])
  expect(secrets.get('tag')?.map(({ id }) => id)).toEqual(['b'])
})
