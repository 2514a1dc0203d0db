/**
 * The console in front of unknown services, and the reference service with the same facts: each test gets its own
 * service, on free ports and with the initial facts.
 */
import type { Page } from '@playwright/test'
import { stubs } from '#e2e/dialects/all.ts'
import type { BalanceFact } from '#e2e/dialects/fact.ts'
import { facts } from '#e2e/dialects/facts.ts'
import { startFrontOf } from '#e2e/dialects/front-of.ts'
import { headersFor } from '#e2e/dialects/plumbing.ts'
import { referenceBalance, referenceTraits, startReference } from '#e2e/dialects/start-reference.ts'
import { startStub } from '#e2e/dialects/start-stub.ts'
import type { Stub } from '#e2e/dialects/stub.ts'

export interface DialectService {
  /** URL of the console. */
  url: string
  /** Stores the credentials in the console, as if they had been entered in Settings. */
  signIn: (page: Page) => Promise<void>
  /** The current names of the service's flows, read from the service itself. */
  flowNames: () => Promise<string[]>
  toolNames: () => Promise<string[]>
  stop: () => Promise<void>
}

/** A service under test. */
export interface Subject extends Pick<
  Stub,
  'name' | 'currency' | 'lacks' | 'silent' | 'maxRows' | 'requiredToolField' | 'imports'
> {
  balance: BalanceFact
  start: () => Promise<DialectService>
}

const namesOf = (all: readonly { name: string }[]) => Promise.resolve(all.map(({ name }) => name))

/** Starts the console in front of a stub that requires its own kind of sign-in. */
async function startDialect(stub: Stub): Promise<DialectService> {
  const running = await startStub(stub, { requiresSignIn: true })
  const front = await startFrontOf(stub, running)
  const headers = headersFor(stub.signIn)
  const [header = '', value = ''] = Object.entries(headers)[0] ?? []
  const signIn = async (page: Page) => {
    const { kind } = stub.signIn
    if (stub.signIn.kind === 'cookie') {
      const { name, value: secret } = stub.signIn
      // As if the service's page had set it: the prefix distinguishes it from cookies of other programs on this
      // machine.
      await page.context().addCookies([{ name: `api.${name}`, value: secret, url: front.url }])
    }
    const connections = [{ id: 'own', name: stub.name, base: null, kind, header: kind === 'header' ? header : '' }]
    const isStored = header !== '' && kind !== 'cookie'
    const credential = isStored ? JSON.stringify({ base: `${front.url}/api`, header, value }) : ''
    await page.addInitScript(
      ({ list, stored }) => {
        if (location.protocol === 'about:') return
        localStorage.setItem('flow-console.connections', list)
        if (stored !== '') sessionStorage.setItem('flow-console.credential own', stored)
      },
      { list: JSON.stringify(connections), stored: credential },
    )
  }
  return {
    url: front.url,
    signIn,
    flowNames: () => namesOf(running.store.facts.flows),
    toolNames: () => namesOf(running.store.facts.tools),
    stop: async () => {
      await front.remove()
      await running.stop()
    },
  }
}

async function startReferenceSubject(): Promise<DialectService> {
  const { url, cookies, remove } = await startReference(facts)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const textAt = async (path: string) => (await fetch(`${url}/api${path}`, { headers: { cookie } })).text()
  const namesAt = async (path: string) =>
    [...(await textAt(path)).matchAll(/"name":"([^"]*)"/g)].map(([, name = '']) => name)
  return {
    url,
    signIn: (page) => page.context().addCookies(cookies.map((one) => ({ ...one, url }))),
    flowNames: () => namesAt('/flow/?limit=100'),
    toolNames: () => namesAt('/tool/?limit=100'),
    stop: remove,
  }
}

/** The reference service. */
const reference: Subject = {
  ...referenceTraits,
  name: 'Reference service',
  imports: true,
  requiredToolField: null,
  balance: referenceBalance(facts),
  start: startReferenceSubject,
}

/** The six dialects, and the reference service. */
export const subjects: readonly Subject[] = [
  ...stubs.map((stub) => ({
    ...stub,
    balance: facts.balance,
    start: () => startDialect(stub),
  })),
  reference,
]
