import { expect, test } from 'vitest'
import { readServicesFile, type ServiceEntry } from './services-file.ts'

const read = (text: string, environment = {}): readonly ServiceEntry[] => {
  const entries = readServicesFile(text, environment)
  if (typeof entries === 'string') throw new Error(entries)
  return entries
}

test('an entry needs a name and an address; the id is made from the name', () => {
  const [entry] = read('services:\n  - name: n8n, production\n    address: http://n8n:5678/\n')
  expect(entry).toEqual({
    id: 'n8n-production',
    name: 'n8n, production',
    kind: null,
    base: new URL('http://n8n:5678/'),
    publicUrl: null,
    key: null,
    signIn: { kind: 'bearer', header: '' },
    cookies: false,
    headers: [],
  })
})

test('an entry has kind, key, sign-in, cookies and headers of its own', () => {
  const text = `
services:
  - name: Support
    id: desk
    kind: flow-console
    address: https://flows.example.com/api
    cookies: true
  - name: Ops
    kind: n8n
    address: http://10.0.0.4:5678
    public_url: https://n8n.example.com
    key_env: OPS_KEY
    sign_in: header
    header: X-Team-Key
    headers: [X-Tenant, X-Team-Key]
`
  const [desk, ops] = read(text, { OPS_KEY: 'k-1' })
  expect(desk).toMatchObject({ id: 'desk', kind: 'flow-console', key: null, cookies: true, signIn: { kind: 'cookie' } })
  expect(ops).toMatchObject({ key: 'k-1', signIn: { kind: 'header', header: 'X-Team-Key' } })
  expect(ops).toMatchObject({ publicUrl: new URL('https://n8n.example.com'), headers: ['x-tenant', 'x-team-key'] })
})

const good = '    address: https://a.example\n'

test.each([
  ['', 'The file has no content'],
  ['services:\n', 'services: Name at least one service.'],
  ['- name: A\n', 'Write a list under "services:".'],
  ['services: [\n', 'line 2'],
  [`services:\n  - name: A\n${good}    adress: x\n`, 'line 4, services[1].adress: There is no such field.'],
  ['services:\n  - name: A\n', 'line 2, services[1].address: Enter an address'],
  ['services:\n  - name: A\n    address: ftp://a.example\n', 'line 3, services[1].address: Use an address that'],
  ['services:\n  - name: A\n    address: http://u:p@a.example\n', 'line 3, services[1].address: Remove name and'],
  [`services:\n  - name: A\n${good}    kind: zapier\n`, 'line 4, services[1].kind: Use one of: flow-console, n8n,'],
  [
    `services:\n  - name: A\n${good}    key_env: KEY_A\n`,
    'line 4, services[1].key_env: The environment variable KEY_A',
  ],
  [`services:\n  - name: A\n${good}    key_env: sk-live-1\n`, 'Never write the key itself here.'],
  [`services:\n  - name: A\n${good}    sign_in: header\n`, 'services[1].header: Name the header'],
  [`services:\n  - name: A\n${good}    headers: [Host]\n`, 'line 4, services[1].headers: host cannot be forwarded'],
  [`services:\n  - name: A\n${good}  - name: A\n${good}`, 'line 4, services[2].name: A service above has the same'],
  [`services:\n  - name: A b\n${good}  - name: a-b\n${good}`, 'services[2].id: The id a-b is used'],
  [`services:\n  - name: 営業\n${good}`, 'line 2, services[1].name: No id can be made'],
  [`services:\n  - name: Own\n${good}`, 'services[1].id: The id own has a meaning'],
])('%j is refused with its line and field', (text, words) => {
  expect(() => read(text)).toThrow(words)
})

test('a message never contains a key', () => {
  const text = `services:\n  - name: A\n${good}    key_env: KEY_A\n`
  const message = readServicesFile(text, { KEY_A: 'geheim\u0000schlüssel' })
  expect(message).toContain('line 4, services[1].key_env')
  expect(message).not.toContain('geheim')
})
