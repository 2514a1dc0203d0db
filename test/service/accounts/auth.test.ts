/** Sign-in, keys, roles, limits, and expiry. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody } from '#contract/kernel/error.ts'
import { key as keyTable, person as personTable } from '#server/store/accounts/auth-schema.ts'
import { cookieOf, eachDatabase, password, type TestCaller } from '#test/service/support/harness.ts'

const Id = z.looseObject({ id: z.string() })
const Key = z.looseObject({ id: z.string(), key: z.string() })

eachDatabase('auth', (service) => {
  const me = (as: TestCaller) => service.request('GET', '/me/', { as })
  const signIn = (email: string, secret: string, headers = {}) =>
    service.request('POST', '/session/', { body: { email, password: secret }, headers })

  test('identifies a person by cookie, and a key by its token', async () => {
    const { owner, viewer, readKey } = service.one
    expect((await me(owner)).body).toMatchObject({
      role: 'owner',
      scopes: ['read', 'write'],
      person: { email: owner.email },
      account: { id: service.one.id },
    })
    expect((await me(viewer)).body).toMatchObject({ role: 'viewer', scopes: ['read'] })
    expect((await me(readKey)).body).toMatchObject({ role: 'viewer', scopes: ['read'], person: null })
    const bearer = { headers: { authorization: `Bearer ${service.one.writeKey.text}` } }
    expect((await me(bearer)).body).toMatchObject({ role: 'operator' })
  })

  test('sets the session cookie HttpOnly and SameSite', async () => {
    const response = await signIn(service.one.owner.email, password)
    expect(response.headers.getSetCookie()[0]).toMatch(/^flow\.session_token=.*; HttpOnly; SameSite=Lax/)
  })

  test.each(['', 'Token', 'Token fck_wrong', 'Basic YTpi', 'Bearer x y'])(
    'treats the authorization "%s" as anonymous',
    async (authorization) => {
      const response = await me({ headers: authorization === '' ? {} : { authorization } })
      expect([response.status, response.as(ErrorBody).code]).toEqual([401, 'not_authenticated'])
      expect(response.headers.get('www-authenticate')).toContain('Bearer')
    },
  )

  test('treats a forged cookie as anonymous', async () => {
    const { cookie = '' } = service.one.owner.headers
    expect((await me({ headers: { cookie: cookie.replace(/.{6}(?=;|$)/, 'AAAAA=') } })).status).toBe(401)
  })

  test('refuses writes of a viewer and a read-only key', async () => {
    for (const caller of [service.one.viewer, service.one.readKey]) {
      const response = await service.request('POST', '/flow/', { as: caller, body: { name: 'x' } })
      expect([response.status, response.as(ErrorBody).code]).toEqual([403, 'permission_denied'])
    }
    for (const caller of [service.one.operator, service.one.writeKey])
      expect((await service.request('GET', '/key/', { as: caller })).status).toBe(403)
  })

  test('answers an unknown address and a wrong password alike, in similar time', async () => {
    const timed = async (email: string) => {
      const began = performance.now()
      const response = await signIn(email, 'not the password at all', { 'x-forwarded-for': '198.51.100.1' })
      const { request_id: _id, ...rest } = response.as(ErrorBody)
      return { rest, ms: performance.now() - began }
    }
    // Created by a request, because the people of the harness have cheaper hashes.
    const person = { email: 'known@example.com', name: 'Known', role: 'viewer', password: 'a sentence works well' }
    expect((await service.request('POST', '/person/', { as: service.two.owner, body: person })).status).toBe(201)
    await timed('warm@up.example')
    const known = [await timed(person.email), await timed(person.email), await timed(person.email)]
    const unknown = [await timed('a@nobody.example'), await timed('b@nobody.example'), await timed('c@nobody.example')]
    expect(unknown[0]?.rest).toEqual(known[0]?.rest)
    const least = (list: { ms: number }[]) => Math.min(...list.map(({ ms }) => ms))
    // Without hashing for unknown addresses, the response would be twenty times faster.
    expect(least(unknown)).toBeGreaterThan(least(known) / 3)
    expect(least(known)).toBeGreaterThan(least(unknown) / 3)
  })

  test('ends the session immediately on sign-out', async () => {
    const caller = await service.signIn(service.one.operator.email)
    expect((await me(caller)).status).toBe(200)
    const out = await service.request('DELETE', '/session/', { as: caller })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie().join()).toContain('Max-Age=0')
    expect((await me(caller)).status).toBe(401)
  })

  test('treats a revoked key as anonymous, and refuses an expiry in the past', async () => {
    const as = service.one.owner
    const create = (await service.request('POST', '/key/', { as, body: { name: 'ci', scope: 'read' } })).as(Key)
    const key = { headers: { authorization: `Token ${create.key}` } }
    expect((await me(key)).status).toBe(200)
    expect((await service.request('DELETE', `/key/${create.id}/`, { as })).status).toBe(204)
    expect((await me(key)).status).toBe(401)
    expect((await service.request('GET', '/key/', { as })).text).not.toContain(create.key)
    const past = await service.request('POST', '/key/', {
      as,
      body: { name: 'old', scope: 'read', expires_at: '2020-01-01T00:00:00Z' },
    })
    expect(past.as(ErrorBody).errors).toHaveProperty('expires_at')
  })

  test('refuses writes with a key or role that another process has revoked', async () => {
    if (service.kind === 'pglite') return
    const { db } = service.app.services.database
    const account = await service.makeAccount('other-process')
    const flow = { body: { name: 'x' } }
    for (const as of [account.writeKey, account.owner])
      expect((await service.request('POST', '/flow/', { as, ...flow })).status).toBe(201)
    // Written directly to the database, so that the cache of this process is not invalidated.
    await db.delete(keyTable).where(eq(keyTable.accountId, account.id))
    await db.update(personTable).set({ role: 'viewer' }).where(eq(personTable.id, account.owner.id))
    expect((await service.request('POST', '/flow/', { as: account.writeKey, ...flow })).status).toBe(401)
    expect((await service.request('POST', '/flow/', { as: account.owner, ...flow })).status).toBe(403)
  })

  test('ends the other sessions on a password change, which requires the current password', async () => {
    const as = service.one.owner
    const body = { email: 'changer@one.example', name: 'Changer', role: 'operator', password }
    expect((await service.request('POST', '/person/', { as, body })).status).toBe(201)
    const [here, there] = [await service.signIn(body.email), await service.signIn(body.email)]
    const change = (current: string) =>
      service.request('POST', '/me/password/', { as: here, body: { current, password: 'another long sentence' } })
    expect((await change('wrong but long enough')).as(ErrorBody).errors).toHaveProperty('current')
    const changed = await change(password)
    expect(changed.status).toBe(204)
    expect((await me(there)).status).toBe(401)
    const cookie = changed.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await me({ headers: { cookie } })).status).toBe(200)
    expect((await signIn(body.email, password)).status).toBe(401)
    expect((await signIn(body.email, 'another long sentence')).status).toBe(201)
  })

  test('revokes the keys and sessions of a removed person', async () => {
    const as = service.one.owner
    const body = { email: 'leaver@one.example', name: 'Leaver', role: 'owner', password }
    const { id } = (await service.request('POST', '/person/', { as, body })).as(Id)
    const leaver = await service.signIn(body.email)
    const create = (await service.request('POST', '/key/', { as: leaver, body: { name: 'mine', scope: 'write' } })).as(
      Key,
    )
    expect((await service.request('DELETE', `/person/${id}/`, { as })).status).toBe(204)
    expect((await me(leaver)).status).toBe(401)
    expect((await me({ headers: { authorization: `Token ${create.key}` } })).status).toBe(401)
    const taken = await service.request('POST', '/person/', { as, body: { ...body, email: service.two.owner.email } })
    expect([taken.status, taken.as(ErrorBody).code]).toEqual([409, 'conflict'])
  })

  test('refuses to remove or demote the last owner', async () => {
    const { owner } = service.two
    expect((await service.request('DELETE', `/person/${owner.id}/`, { as: owner })).status).toBe(409)
    expect(
      (await service.request('PATCH', `/person/${owner.id}/`, { as: owner, body: { role: 'viewer' } })).status,
    ).toBe(409)
    // People of another account are reported as missing.
    expect((await service.request('DELETE', `/person/${service.one.owner.id}/`, { as: owner })).status).toBe(404)
  })

  test('applies a reduced role immediately', async () => {
    const as = service.one.owner
    const operator = await service.signIn(service.one.operator.email)
    expect((await service.request('POST', '/flow/', { as: operator, body: { name: 'x' } })).status).toBe(201)
    await service.request('PATCH', `/person/${service.one.operator.id}/`, { as, body: { role: 'viewer' } })
    expect((await service.request('POST', '/flow/', { as: operator, body: { name: 'x' } })).status).toBe(403)
  })

  test('limits password guesses by client address and account', async () => {
    const { email } = service.two.viewer
    for (let guess = 0; guess < 10; guess += 1) expect((await signIn(email, `guess ${guess} of many`)).status).toBe(401)
    const response = await signIn(email, password)
    expect([response.status, response.as(ErrorBody).code]).toEqual([429, 'throttled'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(service.two.owner.email, password)).status).toBe(201)
    // The same person at another client address is not locked out.
    await (
      await service.app.services.limits.attempt('session', email, '192.0.2.1')
    )()
  })

  test('limits guesses for one account from many addresses; a success resets only its own counter', async () => {
    const guess = (address: number) =>
      service.app.services.limits.attempt('session', 'sought@one.example', `192.0.2.${address}`)
    for (let count = 0; count < 99; count += 1) await guess(Math.floor(count / 10))
    await (
      await guess(20)
    )()
    await guess(21)
    await expect(guess(22)).rejects.toMatchObject({ code: 'throttled' })
  })

  test('blocks a client address after 50 failures, for any accounts', async () => {
    const guess = (name: number, address: string) =>
      service.app.services.limits.attempt('session', `name-${name}@one.example`, address)
    for (let count = 0; count < 50; count += 1) await guess(count, '198.51.100.1')
    await expect(guess(50, '198.51.100.1')).rejects.toMatchObject({ code: 'throttled' })
    await guess(50, '198.51.100.2')
  })

  test('counts an IPv6 network as one address', async () => {
    const { limits } = service.app.services
    const guess = (address: string) => limits.attempt('session', 'sought@six.example', address)
    for (let count = 0; count < 10; count += 1) await guess(`2001:db8:7:7:${count}::${count}`)
    await expect(guess('2001:db8:7:7:ffff:ffff:ffff:ffff')).rejects.toMatchObject({ code: 'throttled' })
    await guess('2001:db8:7:8::1')
    for (let count = 0; count < 10; count += 1) await guess('::ffff:203.0.113.77')
    await expect(guess('203.0.113.77')).rejects.toMatchObject({ code: 'throttled' })
    for (let count = 0; count < 60; count += 1) await limits.chat('visitor', null, `2001:db8:7:9::${count}`)
    await expect(limits.chat('visitor', null, '2001:db8:7:9:1::')).rejects.toMatchObject({ code: 'throttled' })
    const { hookLimits } = service.app.services
    for (let count = 0; count <= 120; count += 1) await hookLimits.countRefusal(`2001:db8:7:9::${count}`)
    await expect(hookLimits.admit('token', '2001:db8:7:9:1::')).rejects.toMatchObject({ code: 'throttled' })
  })

  test('does not lock out a known browser because of guesses of others', async () => {
    const as = service.one.owner
    const people = ['known@here.example', 'other@here.example'].map((email) => ({
      body: { email, name: 'Known', role: 'viewer', password },
    }))
    for (const person of people) expect((await service.request('POST', '/person/', { as, ...person })).status).toBe(201)
    const known = 'known@here.example'
    const first = await signIn(known, password)
    const line = first.headers.getSetCookie().find((text) => text.startsWith('flow.browser_')) ?? ''
    expect(line).toMatch(/; Max-Age=7776000; Path=\/api\/session\/; HttpOnly; SameSite=Lax$/)
    const browser = { cookie: cookieOf(first.headers) }
    const theirs = { cookie: cookieOf((await signIn('other@here.example', password)).headers) }
    for (let count = 0; count < 100; count += 1)
      await service.app.services.limits.attempt('session', known, `198.18.${count % 20}.7`).catch(() => {})
    expect((await signIn(known, password)).status).toBe(429)
    expect((await signIn(known, password, theirs)).status).toBe(429)
    expect((await signIn(known, password, { cookie: browser.cookie.replaceAll(/.(?=;|$)/g, '_') })).status).toBe(429)
    expect((await signIn(known.toUpperCase(), password, browser)).status).toBe(201)
    // The limit of the known browser itself is the usual one.
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(known, `guess ${guess} of`, browser)).status).toBe(401)
    expect((await signIn(known, password, browser)).status).toBe(429)
  })

  test('forgets all known browsers on a password change, except the one that changed it', async () => {
    const as = service.one.owner
    const body = { email: 'renewed@here.example', name: 'Renewed', role: 'viewer', password }
    expect((await service.request('POST', '/person/', { as, body })).status).toBe(201)
    const { knownBrowsers } = service.app.services
    const [here, there] = [await service.signIn(body.email), await service.signIn(body.email)]
    const known = (cookie: string | undefined) => knownBrowsers.recognize(body.email, cookie ?? null)
    expect(await known(there.headers['cookie'])).not.toBeNull()
    const change = { current: password, password: 'another long sentence' }
    const changed = await service.request('POST', '/me/password/', { as: here, body: change })
    expect(changed.status).toBe(204)
    expect(await known(there.headers['cookie'])).toBeNull()
    expect(await known(cookieOf(changed.headers))).not.toBeNull()
  })

  test('refuses a second set-up', async () => {
    expect((await service.request('GET', '/setup/')).body).toMatchObject({ needed: false })
    const body = { code: service.app.services.setupCode, email: 'late@one.example', password }
    expect((await service.request('POST', '/setup/', { body })).as(ErrorBody).code).toBe('conflict')
    expect((await service.request('POST', '/setup/', { body: { ...body, code: 'wrong' } })).status).toBe(403)
  })

  test('accepts commands only with the token of the data folder', async () => {
    const run = (as: TestCaller) =>
      service.request('POST', '/admin/key/', {
        as,
        body: { args: ['create', '--email', service.one.owner.email, '--name', 'x'] },
      })
    expect((await run(service.one.owner)).status).toBe(401)
    expect((await run(service.one.writeKey)).status).toBe(401)
    const Lines = z.object({ lines: z.array(z.string()) })
    const { lines } = (await run({ headers: { authorization: 'Bearer machine' } })).as(Lines)
    expect((await me({ headers: { authorization: `Token ${lines.at(-1)}` } })).status).toBe(200)
  })
})
