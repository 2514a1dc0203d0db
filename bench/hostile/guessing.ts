/** Rate limits for guessing passwords, hook tokens and chat visitors. */
import { sized } from '#bench/harness.ts'
import { Agent } from 'undici'
import { sendRequest } from './http-client.ts'
import type { Tally } from './suite.ts'
import type { SuiteContext } from './suite-context.ts'

/** Another address of this machine, so that its rate limits do not affect other suites. */
const guesser = '127.0.0.9'

interface Guess {
  name: string
  path: (number: number) => string
  body: (number: number) => unknown
  /** Maximum attempts before it must be throttled. */
  most: number
}

/** Secrets to guess, with more attempts than a person makes by mistake. */
const guesses = (email: string): Guess[] => [
  {
    name: 'passwords of one person',
    path: () => '/session/',
    body: (number) => ({ email, password: `guess ${number} of a password` }),
    most: sized(15, 3),
  },
  { name: 'tokens of webhooks', path: (number) => `/hook/guess${number}/`, body: () => ({}), most: sized(200, 5) },
  {
    name: 'tokens of providers',
    path: (number) => `/hook/guess${number}/events/`,
    body: () => ({}),
    most: sized(200, 5),
  },
  {
    name: 'the setup code',
    path: () => '/setup/',
    body: (number) => ({ code: `guess${number}`, email, password: 'a sentence that is long' }),
    most: sized(15, 3),
  },
]

export async function tryGuessing({ url, two }: SuiteContext, tally: Tally): Promise<void> {
  const agent = new Agent({ localAddress: guesser })
  for (const { name, path, body, most } of guesses(two.email)) {
    const statuses: number[] = []
    while (statuses.length < most && !statuses.includes(429)) {
      const number = statuses.length
      const got = await sendRequest(agent, 'POST', `${url}/api${path(number)}`, { body: body(number) })
      statuses.push(got.status)
    }
    // Setup is done, so the endpoint returns 409 and there is nothing to guess.
    const isHeldUp = statuses.includes(429) || statuses.every((status) => status === 409)
    tally.check(
      isHeldUp,
      `guessing ${name} is never throttled`,
      () => `POST /api${path(0)} ${most} times → ${[...new Set(statuses)].join(', ')}`,
    )
  }
  await agent.destroy()
}
