import { expect, test } from 'vitest'
import { NewestRequest } from './newest-request.ts'

/** Requests that are answered by hand, in the order in which they were sent. */
function byHand() {
  const sent: { input: number; answer: (value: string) => void; fail: () => void }[] = []
  const requests = new NewestRequest(
    (input: number) =>
      new Promise<string>((resolve, reject) => {
        sent.push({ input, answer: resolve, fail: () => reject(new Error('failed')) })
      }),
  )
  const used: (string | null)[] = []
  return { sent, used, requests, use: (answer: string | null) => void used.push(answer) }
}

const settle = () => new Promise((resolve) => void setTimeout(resolve))

test('of requests during another one only the newest is sent, and only its answer is used', async () => {
  const { sent, used, requests, use } = byHand()
  for (const input of [1, 2, 3]) requests.ask(input, use)
  expect(sent.map(({ input }) => input)).toEqual([1])
  sent[0]?.answer('first')
  await settle()
  expect(sent.map(({ input }) => input)).toEqual([1, 3])
  expect(used).toEqual([])
  sent[1]?.answer('third')
  await settle()
  expect(used).toEqual(['third'])
})

test('a cancelled request is not used, and the next one is', async () => {
  const { sent, used, requests, use } = byHand()
  requests.ask(1, use)
  requests.cancel()
  sent[0]?.answer('first')
  await settle()
  expect(used).toEqual([])
  requests.ask(2, use)
  sent[1]?.answer('second')
  await settle()
  expect(used).toEqual(['second'])
})

test('a failed request answers null', async () => {
  const { sent, used, requests, use } = byHand()
  requests.ask(1, use)
  sent[0]?.fail()
  await settle()
  expect(used).toEqual([null])
})
