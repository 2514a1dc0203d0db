import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { View } from '#contract/view.ts'
import type { ToastWords } from '#ui/overlays/toast.tsx'
import { freeViewName, scheduleViewDeletion } from './pending-view-deletions.ts'
import { pendingViewDeletions } from './use-saved-views.ts'

const { call, toasts } = vi.hoisted(() => ({
  call: vi.fn<(...given: never[]) => Promise<unknown>>(),
  toasts: new Array<ToastWords>(),
}))
vi.mock('#api/request/client.ts', () => ({ call }))
vi.mock('#ui/overlays/toast.tsx', () => ({
  showToast: (words: ToastWords) => {
    toasts.push(words)
    return () => null
  },
}))

const view = (id: string, name: string): View => ({
  id,
  name,
  filter: { and: [] },
  ordering: null,
  visibility: 'shared',
  owner: { id: 'usr_1', name: 'Ann' },
  is_mine: true,
  pinned: true,
  is_default: false,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  version: 1,
})

const refusal = (status: number) =>
  new ApiError({
    status,
    code: 'x',
    detail: 'No.',
    fieldErrors: {},
    requestId: null,
    method: 'DELETE',
    path: '/',
    durationMs: 1,
    at: '',
    retryAfter: null,
    current: undefined,
    body: undefined,
  })

const client = new QueryClient()
const settled = () => new Promise((resolve) => setTimeout(resolve))
const isHidden = (id: string) => pendingViewDeletions.get().has(id)

beforeEach(() => {
  toasts.length = 0
  call.mockReset().mockResolvedValue(null)
})

test('a view is hidden immediately, and undo restores it without a request', async () => {
  scheduleViewDeletion(client, view('viw_1', 'Late'))
  expect([isHidden('viw_1'), toasts[0]?.message]).toEqual([true, 'The view “Late” will be deleted'])
  toasts[0]?.undo?.onUndo()
  expect(isHidden('viw_1')).toBe(false)
  toasts[0]?.undo?.onExpire?.()
  await settled()
  expect(call).not.toHaveBeenCalled()
})

test('after the delay the view is deleted once and stays hidden, even if it had already been deleted', async () => {
  for (const [id, answer] of [
    ['viw_2', () => Promise.resolve(null)],
    ['viw_3', () => Promise.reject(refusal(404))],
  ] as const) {
    call.mockReset().mockImplementation(answer)
    scheduleViewDeletion(client, view(id, id))
    toasts.at(-1)?.undo?.onExpire?.()
    toasts.at(-1)?.undo?.onExpire?.()
    await settled()
    expect([call.mock.calls.length, isHidden(id)]).toEqual([1, true])
  }
  expect(toasts).toHaveLength(2)
})

test('a view that the service refuses to delete is restored, with the reason', async () => {
  call.mockRejectedValue(refusal(403))
  scheduleViewDeletion(client, view('viw_4', 'Ours'))
  toasts[0]?.undo?.onExpire?.()
  await settled()
  expect([isHidden('viw_4'), toasts[1]?.message]).toEqual([false, 'The view “Ours” was not deleted. No.'])
})

test('freeing a name sends the pending deletion of the view with that name, and no other', async () => {
  scheduleViewDeletion(client, view('viw_5', 'Late'))
  scheduleViewDeletion(client, view('viw_6', 'Early'))
  await freeViewName(' LATE ')
  expect(call.mock.calls.map(([, input]) => input)).toEqual([{ id: 'viw_5' }])
  toasts[1]?.undo?.onUndo()
  expect([isHidden('viw_5'), isHidden('viw_6')]).toEqual([true, false])
})
