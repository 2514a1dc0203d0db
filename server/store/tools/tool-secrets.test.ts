import { expect, test } from 'vitest'
import { restoreSecrets, takeSecrets } from './tool-secrets.ts'

const long = 'canary-7f3a9c51e2d84b60'

test('secrets of an API tool are removed and restored at their paths', () => {
  const config = {
    method: 'POST',
    url: 'https://example.com/{{ input.id }}',
    headers: { Authorization: `Bearer ${long}`, 'X-Trace': 'on', 'X-Api-Key': '{{ secrets.crm }}' },
    query: { token: long },
    body: { password: long, keep: [1, null, { deep: 'text' }] },
    auth: { kind: 'bearer', secret: 'short' },
  }
  const { config: shown, secrets } = takeSecrets('api', config)
  expect(JSON.stringify(shown)).not.toContain(long)
  expect(shown['headers']).toEqual({
    Authorization: { set: true, last4: '4b60' },
    'X-Trace': 'on',
    'X-Api-Key': '{{ secrets.crm }}',
  })
  expect(shown['auth']).toEqual({ kind: 'bearer', secret: { set: true } })
  expect(restoreSecrets('api', shown, secrets)).toEqual(config)
})

test('a reference to a secret is kept in the config', () => {
  const config = { method: 'GET', url: 'https://example.com', auth: { kind: 'bearer', secret: '{{ secrets.crm }}' } }
  expect(takeSecrets('api', config)).toEqual({ config, secrets: {} })
})

test('the value of a secret global is restored with its type', () => {
  for (const value of ['text', 12.5, { a: ['b'] }]) {
    const { config, secrets } = takeSecrets('global', { value, type: 'json', secret: true })
    expect(config['value']).toHaveProperty('set', true)
    expect(restoreSecrets('global', config, secrets)['value']).toEqual(value)
  }
})

test('secrets in readable text and marks without a stored secret are rejected', () => {
  const token = 'sk-proj-4f9A8s7D6f5G4h3J2k1L0z9X8c7V6b5N'
  expect(() => takeSecrets('code', { language: 'javascript', source: `fetch("x", "${token}")` })).toThrow(
    'looks like a secret',
  )
  expect(() => takeSecrets('global', { value: token, type: 'string', secret: false })).toThrow('Set "secret"')
  expect(() => restoreSecrets('api', { auth: { kind: 'bearer', secret: { set: true } } }, {})).toThrow(
    'No secret is stored',
  )
})

test('a secret that is made readable must be entered again', () => {
  const { config, secrets } = takeSecrets('global', { value: 'hidden', type: 'string', secret: true })
  expect(() => restoreSecrets('global', { ...config, secret: false }, secrets)).toThrow('never shown again')
})
