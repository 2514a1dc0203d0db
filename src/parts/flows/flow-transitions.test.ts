import { expect, test } from 'vitest'
import { flowTransitions, transitionToast } from './flow-transitions.ts'

const flow = (code: string): Parameters<typeof transitionToast>[1] => ({
  id: 'flw_1',
  name: 'Desk',
  status: 'active',
  validation: [{ level: 'warning', code, message: '', node_id: 'in' }],
})

test('the toast about an activated flow without a channel links to the tab Health', () => {
  const [activate] = flowTransitions('paused')
  if (activate === undefined) throw new Error('A paused flow can be activated.')
  expect(transitionToast(activate, flow('no_channel_starts'))).toMatchObject({
    message: '“Desk” is active, but one of its triggers has no channel',
    link: { label: 'Health', to: '/flows/flw_1?tab=health' },
  })
  expect(transitionToast(activate, flow('unreachable'))).toEqual({ message: '“Desk” is active' })
})
