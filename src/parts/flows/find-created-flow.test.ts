import { expect, test } from 'vitest'
import { newestCreated } from './find-created-flow.ts'

const at = Date.parse('2026-11-20T10:00:00Z')
const flow = (id: string, name: string, created: string) => ({ id, name, created_at: created })

test('only a flow with exactly this name that was created since the request is found', () => {
  const flows = [
    flow('1', 'Orders', '2026-11-19T10:00:00Z'),
    flow('2', 'Orders of today', '2026-11-20T10:00:01Z'),
    flow('3', ' Orders ', '2026-11-20T10:00:02Z'),
    flow('4', 'Orders', '2026-11-20T09:58:00Z'),
  ]
  expect(newestCreated(flows, 'Orders', at)).toEqual({ id: '3', name: ' Orders ', createdAt: '2026-11-20T10:00:02Z' })
  expect(newestCreated(flows.slice(0, 2), 'Orders', at)).toBeNull()
})

test('a flow without a creation time is found too', () => {
  expect(newestCreated([flow('1', 'Orders', '')], 'Orders', at)).toEqual({ id: '1', name: 'Orders', createdAt: '' })
  expect(newestCreated([flow('1', 'Orders', ''), flow('2', 'Orders', '2026-11-20T10:00:00Z')], 'Orders', at)?.id).toBe(
    '2',
  )
})
