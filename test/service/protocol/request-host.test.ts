/** Allowed hosts and origins of a request. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { eachDatabase, type TestService } from '#test/service/support/harness.ts'

/** The status line of the response to these request lines. */
const sentLines = (service: TestService, ...lines: string[]): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(service.origin)
    const socket = connect(Number(port), hostname)
    let said = ''
    socket.once('error', fail)
    socket.on('data', (chunk) => (said += String(chunk)))
    socket.once('close', () => done(said.split('\r\n')[0] ?? ''))
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  })

eachDatabase('the host of a request', (service) => {
  test('refuses repeated or contradictory hosts', async () => {
    const { host } = new URL(service.origin)
    const get = (target: string, ...hosts: string[]) =>
      sentLines(service, `GET ${target} HTTP/1.1`, ...hosts.map((name) => `Host: ${name}`))
    for (const path of ['/api/setup/', '/', '/api/nothing/']) {
      expect(await get(path, host, host), path).toMatch(/ 400 /)
      expect(await get(path, host, 'evil.example'), path).toMatch(/ 400 /)
      expect(await get(`http://evil.example${path}`, host), path).toMatch(/ 421 /)
      expect(await get(`http://localhost:1${path}`, host), path).toMatch(/ 421 /)
      expect(await get(`http://evil.example${path}`, 'evil.example'), path).toMatch(/ 421 /)
    }
    expect(await get(`http://${host}/api/setup/`, host)).toMatch(/ 200 /)
    expect(await get(`http://${host}/api/nothing/`, host)).toMatch(/ 404 /)
  })
})

eachDatabase('origins behind https', { settings: { PUBLIC_URL: 'https://flows.example' } }, (service) => {
  test('distinguishes the http and https origins of a page', async () => {
    const { cookie = '' } = service.one.owner.headers
    const from = (origin: string, host: string) =>
      sentLines(service, 'DELETE /api/session/ HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, `Cookie: ${cookie}`)
    const { host } = new URL(service.origin)
    expect(await from('http://flows.example', 'flows.example')).toMatch(/ 403 /)
    expect(await from(`https://${host}`, host)).toMatch(/ 403 /)
    expect(await from('https://flows.example', 'flows.example')).toMatch(/ 204 /)
  })
})
