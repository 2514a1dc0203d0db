import { beforeEach, expect, test, vi } from 'vitest'

class Memory {
  readonly #items = new Map<string, string>()
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
}

const a = { id: 'a', name: 'A', base: 'https://a.test/api', kind: 'bearer', header: '' } as const

/** `services` = content of the page's meta element. */
function openPage(href: string, services: readonly object[] = []) {
  vi.stubGlobal('location', new URL(href))
  const content = { services: JSON.stringify(services), 'api-base': '' }
  const querySelector = (selector: string) => ({
    getAttribute: () => (selector.includes('services') ? content.services : content['api-base']),
  })
  vi.stubGlobal('document', { querySelector })
}

beforeEach(() => {
  vi.resetModules()
  openPage('https://here.test/flows')
  vi.stubGlobal('localStorage', new Memory())
  vi.stubGlobal('sessionStorage', new Memory())
})

/** Both modules, freshly imported as on a page load. */
async function page() {
  return { ...(await import('./connections.ts')), ...(await import('./credentials.ts')) }
}

test('credentials are sent to the URL for which they were typed, and nowhere else', async () => {
  const { chooseConnection, credentialFor, storeConnection, storeCredential, redirectFor, signInHeaders } = await page()
  storeConnection(a)
  chooseConnection('a')
  expect(signInHeaders(a.base)).toEqual({})
  storeCredential('a', { base: a.base, ...credentialFor('bearer', '', 'secret-of-a') }, false)
  expect(signInHeaders(a.base)).toEqual({ authorization: 'Bearer secret-of-a' })
  for (const other of ['/api', 'https://a.test', 'https://a.test/api2', 'https://b.test/api', 'http://a.test/api'])
    expect(signInHeaders(other)).toEqual({})
  expect(redirectFor(a.base)).toBe('follow')
  storeCredential('a', { base: a.base, ...credentialFor('header', 'X-Key', 'secret-of-a') }, false)
  expect(redirectFor(a.base)).toBe('error')
})

test('a page keeps its connection after another is chosen, and sends only its own credentials', async () => {
  const first = await page()
  first.storeConnection(a)
  first.storeCredential('own', { base: 'https://here.test/api', header: 'x-key', value: 'own' }, false)
  first.storeCredential('a', { base: a.base, header: 'x-key', value: 'of a' }, false)
  expect(first.signInHeaders('/api')).toEqual({ 'x-key': 'own' })
  first.chooseConnection('a')
  expect(first.signInHeaders('/api')).toEqual({ 'x-key': 'own' })
  expect(first.signInHeaders(a.base)).toEqual({})
  vi.resetModules()
  const next = await page()
  expect(next.signInHeaders(a.base)).toEqual({ 'x-key': 'of a' })
  expect(next.signInHeaders('/api')).toEqual({})
})

test('credentials are stored for the tab or on the device, never both; only their end is shown', async () => {
  const { credentialInfo, removeCredential, storeCredential } = await page()
  storeCredential('a', { base: a.base, header: 'authorization', value: 'Token 0123456789abcdef' }, false)
  expect(credentialInfo('a')).toEqual({ lastCharacters: 'cdef', storedIn: 'tab' })
  expect(localStorage.getItem('flow-console.credential a')).toBeNull()
  storeCredential('a', { base: a.base, header: 'authorization', value: 'Token short' }, true)
  expect(credentialInfo('a')).toEqual({ lastCharacters: '', storedIn: 'device' })
  expect(sessionStorage.getItem('flow-console.credential a')).toBeNull()
  removeCredential('a')
  expect(credentialInfo('a')).toBeNull()
})

test('removing a connection also removes its credentials and the choice of it', async () => {
  const { chooseConnection, credentialInfo, storeConnection, storeCredential, removeConnection } = await page()
  storeConnection(a)
  storeCredential('a', { base: a.base, header: 'x', value: 'y' }, true)
  chooseConnection('a')
  removeConnection('a')
  expect(credentialInfo('a')).toBeNull()
  expect(localStorage.getItem('flow-console.connection')).toBeNull()
  expect(localStorage.getItem('flow-console.connections')).not.toContain('a.test')
})

test('without browser storage, credentials are kept in memory', async () => {
  const failStorage = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('localStorage', { getItem: failStorage, setItem: failStorage, removeItem: failStorage })
  vi.stubGlobal('sessionStorage', { getItem: failStorage, setItem: failStorage, removeItem: failStorage })
  const { storeConnection, storeCredential, signInHeaders } = await page()
  expect(storeConnection(a)).toBe(false)
  storeCredential('own', { base: 'https://here.test/api', header: 'x', value: 'y' }, true)
  expect(signInHeaders('/api')).toEqual({ x: 'y' })
})

test('a scheme that was pasted with the secret is not duplicated', async () => {
  const { credentialFor } = await page()
  for (const pasted of ['abc', ' abc ', 'Bearer abc', 'Authorization: Token abc', 'bearer  abc'])
    expect(credentialFor('token', '', pasted)).toEqual({ header: 'authorization', value: 'Token abc' })
  expect(credentialFor('header', ' X-Key ', 'Bearer abc')).toEqual({ header: 'X-Key', value: 'Bearer abc' })
})

const listed = ['one', 'two'].map((id) => ({ id, name: id, base: `/services/${id}/api`, kind: 'bearer', product: '' }))

test('the key of a listed service is sent to its own path, never to that of another', async () => {
  openPage('https://here.test/flows', listed)
  const { baseOf, requestTo, storeCredential, signInHeaders } = await page()
  const { allConnections } = await import('./connection.ts')
  for (const one of allConnections())
    storeCredential(one.id, { base: await baseOf(one), header: 'authorization', value: `Bearer of ${one.id}` }, false)
  expect(signInHeaders('/services/one/api')).toEqual({ authorization: 'Bearer of one' })
  expect(requestTo('/services/two/api', 'two').headers).toMatchObject({ authorization: 'Bearer of two' })
  expect(signInHeaders('/services/two/api')).toEqual({})
  expect(signInHeaders('/services/one/api', 'two')).toEqual({})
  expect(signInHeaders('/api', 'one')).toEqual({})
})

test('a URL names the service of its page, also after a reload, and cannot name one that is not listed', async () => {
  const chosenAt = async (href: string) => {
    vi.resetModules()
    openPage(href, listed)
    await page()
    return (await import('./connection.ts')).connection().id
  }
  expect(await chosenAt('https://here.test/flows')).toBe('one')
  expect(await chosenAt('https://here.test/flows/7?tab=runs&service=two')).toBe('two')
  expect(sessionStorage.getItem('flow-console.connection')).toBe('two')
  expect(await chosenAt('https://here.test/flows')).toBe('two')
  expect(await chosenAt('https://here.test/flows?service=elsewhere')).toBe('two')
})
