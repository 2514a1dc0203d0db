import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { compareFlows } from '#flow-data/compare/comparison.ts'
import { storeComparison } from '#flow-data/compare/difference-cache.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import { triggerChangesIn } from './ask-trigger-changes.ts'

const trigger = (id: string, name: string, config: JsonRecord, disabled = false) =>
  makeNode({ id, type: 'trigger', name, config, disabled })
const schedule = (id: string, name: string, cron: string, disabled = false) =>
  trigger(id, name, { kind: 'schedule', schedule: { cron, zone: 'UTC' } }, disabled)

function changesBetween(before: ReturnType<typeof trigger>[], after: ReturnType<typeof trigger>[]) {
  const sides = [before, after].map((nodes) => ({ nodes, edges: [], validation: [] }))
  const [earlier = { nodes: [], edges: [], validation: [] }, later = earlier] = sides
  const comparison = compareFlows(earlier, later, { ids: true, positions: true, definitions: null, isMasked: false })
  const union = new MemoizedFlow(comparison.union)
  storeComparison(union, comparison)
  return triggerChangesIn(union, {})
}

test('schedules that begin, change, or end because they were disabled', () => {
  const changes = changesBetween(
    [schedule('a', 'Morning', '0 4 * * *'), schedule('b', 'Night', '0 0 * * *'), schedule('c', 'Same', '5 5 * * *')],
    [
      schedule('a', 'Morning', '30 5 * * *'),
      schedule('b', 'Night', '0 0 * * *', true),
      schedule('c', 'Renamed', '5 5 * * *'),
      schedule('d', 'Hourly', '0 * * * *'),
    ],
  )
  expect(changes.schedules).toEqual([
    { title: 'Morning', before: '0 4 * * * UTC', after: '30 5 * * * UTC' },
    { title: 'Night', before: '0 0 * * * UTC', after: null },
    { title: 'Hourly', before: null, after: '0 * * * * UTC' },
  ])
})

test('channels and addresses from which a flow starts; starts by hand do not count', () => {
  const mail = trigger('m', 'Support mail', { kind: 'message', channel: 'support' })
  const hook = trigger('h', 'Shop', { kind: 'webhook', path: 'orders' })
  const byHand = trigger('x', 'By hand', { kind: 'manual' })
  expect(changesBetween([mail, byHand], [{ ...mail, id: 'n' }, hook])).toMatchObject({ lost: [], gained: ['Shop'] })
  expect(changesBetween([mail, hook], [hook])).toMatchObject({ lost: ['Support mail'], gained: [] })
})
