import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInPrices } from './prices.ts'
import { readConfig } from './config.ts'

test('all settings are optional', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 4321, databaseUrl: null, currency: 'EUR' })
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', API_BASE_URL: '' }).port).toBe(4321)
})

test.each([
  ['PORT', '99999'],
  ['API_BASE_URL', 'other.example/api'],
  ['API_BASE_URL', 'ftp://other.example/api'],
  ['API_BASE_URL', 'https://name:word@other.example/api'],
  ['API_BASE_URL', 'https://other.example/api?'],
  ['API_BASE_URL', 'https://other.example/api#top'],
  ['API_BASE_URL', 'http://localhost:4321/api'],
  ['API_COOKIES', 'on'],
  ['API_HEADERS', 'X-Tenant'],
  ['PRICES_FILE', 'no-such-prices.json'],
  ['MODEL_BASE_URL', 'models.example/v1'],
  ['MODEL_BASE_URL', 'https://name:word@models.example/v1'],
  ['MODEL_API_KEY', 'a key'],
  ['MODEL_API_KEY', 'key-without-an-endpoint'],
  ['MODEL_NAME', 'name-without-an-endpoint'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'nobody'],
  ['OUTGOING_ALLOW', 'localhost'],
  ['OUTGOING_ALLOW', '10.0.0.0/33'],
  ['OUTGOING_ALLOW', '10.0.0.0/8/8'],
  ['OUTGOING_ALLOW', '127.1'],
  ['OUTGOING_ALLOW', 'fe80::1%eth0'],
  ['RUN_RETENTION_DAYS', '0'],
  ['RUN_RETENTION_DAYS', '90 days'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://name:word@collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0ac'],
])('%s=%s is refused with an error that names the setting', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: `)
})

test('Postgres requires SECRET_KEY', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://app@localhost/app' })).toThrow('SECRET_KEY')
})

const other = 'https://other.example/base/'

test('with API_BASE_URL only the console runs', () => {
  const { upstream } = readConfig({
    API_BASE_URL: other,
    API_COOKIES: 'on',
    API_HEADERS: 'X-Tenant, x-team',
    CURRENCY: 'USD',
    INITIAL_CREDIT: '5.00',
  })
  expect(upstream?.base.href).toBe(other)
  expect(upstream).toMatchObject({ cookies: true, headers: ['x-tenant', 'x-team'], unused: ['INITIAL_CREDIT'] })
})

test.each([
  ['API_COOKIES', 'maybe'],
  ['API_HEADERS', 'Host'],
  ['API_HEADERS', 'x-forwarded-for'],
  ['API_HEADERS', 'cookie'],
  ['API_HEADERS', 'a b'],
])('%s=%s is refused when API_BASE_URL is set', (name, value) => {
  expect(() => readConfig({ API_BASE_URL: other, [name]: value })).toThrow(`${name}: `)
})

test('SERVICES_FILE names a file that exists, and excludes API_BASE_URL and DATABASE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-services-'))
  const file = join(folder, 'services.yaml')
  try {
    expect(() => readConfig({ SERVICES_FILE: file })).toThrow(`SERVICES_FILE: ${file} does not exist.`)
    writeFileSync(file, 'services:\n  - name: A\n    address: https://a.example\n    key_env: KEY_OF_A\n')
    expect(() => readConfig({ SERVICES_FILE: file })).toThrow('line 4, services[1].key_env: The environment variable')
    const environment = { SERVICES_FILE: file, KEY_OF_A: 'k' }
    expect(readConfig(environment).services).toMatchObject({ file, entries: [{ id: 'a', key: 'k' }], unused: [] })
    expect(() => readConfig({ ...environment, API_BASE_URL: other })).toThrow('SERVICES_FILE: ')
    expect(() => readConfig({ ...environment, DATABASE_URL: 'postgres://a@b/c' })).toThrow('SERVICES_FILE: ')
    writeFileSync(file, 'services:\n  - name: A\n    address: http://localhost:4321/api\n')
    expect(() => readConfig({ SERVICES_FILE: file })).toThrow('is that of the console itself')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('API_BASE_URL and DATABASE_URL exclude each other', () => {
  const all = { API_BASE_URL: other, DATABASE_URL: 'postgres://app@localhost/app', SECRET_KEY: 'x'.repeat(40) }
  expect(() => readConfig(all)).toThrow('API_BASE_URL: ')
})

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(text: string): string {
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return path
}

test('a prices file overrides some built-in prices and keeps the others', () => {
  const PRICES_FILE = fileWith(
    '{"models": {"small": {"input": "0.15", "output": "0.6", "cached": "0.075"}}, "api_call": "0", "messages": {"email": "0.000001"}}',
  )
  const { prices } = readConfig({ PRICES_FILE })
  expect(prices.models['small']).toEqual({ input: 150_000n, output: 600_000n, cached: 75_000n })
  expect(prices.models['*']).toEqual(builtInPrices.models['*'])
  expect(prices).toMatchObject({ apiCall: 0n, codeSecond: builtInPrices.codeSecond })
  expect(prices.messages).toEqual({ ...builtInPrices.messages, email: 1n })
})

test.each([
  ['{', 'line 1'],
  ['[]', 'the file: '],
  ['{"api_call": 0.1}', 'api_call: '],
  ['{"api_call": "-1"}', 'api_call: '],
  ['{"api_call": "0.0000001"}', 'api_call: '],
  ['{"api_call": "99999999999"}', 'api_call: '],
  ['{"api_calls": "1"}', 'api_calls'],
  ['{"models": {"small": {"input": "1"}}}', 'models.small.output: '],
  ['{"models": {"small": {"input": "1", "output": "x"}}}', 'models.small.output: '],
  ['{"messages": {"email": null}}', 'messages.email: '],
])('prices %s are refused with an error that names the field', (text, named) => {
  const PRICES_FILE = fileWith(text)
  expect(() => readConfig({ PRICES_FILE })).toThrow(/^PRICES_FILE: /)
  expect(() => readConfig({ PRICES_FILE })).toThrow(named)
})

test('the model endpoint, its key from a file, and allowed networks are read', () => {
  const { model, outgoingAllow } = readConfig({
    MODEL_BASE_URL: 'http://127.0.0.1:8080/v1',
    MODEL_API_KEY_FILE: fileWith('the-key\n'),
    MODEL_NAME: 'small',
    OUTGOING_ALLOW: '127.0.0.1, 10.0.0.0/8 fd00::/8',
  })
  expect(model).toMatchObject({ apiKey: 'the-key', name: 'small' })
  expect(model?.base.href).toBe('http://127.0.0.1:8080/v1')
  expect(outgoingAllow).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
  expect(readConfig({})).toMatchObject({ model: null, outgoingAllow: [], prices: builtInPrices })
})

test('the mail server is read with its sender, and neither without the other', () => {
  const SMTP_URL = 'smtp://flows:secret@mail.example.com:587'
  const MAIL_FROM = 'Flow Console <flows@example.com>'
  expect(readConfig({ SMTP_URL, MAIL_FROM }).mail).toEqual({ url: SMTP_URL, from: MAIL_FROM })
  expect(readConfig({ SMTP_URL_FILE: fileWith(SMTP_URL), MAIL_FROM }).mail?.url).toBe(SMTP_URL)
  expect(readConfig({}).mail).toBeNull()
  for (const half of [{ SMTP_URL }, { MAIL_FROM }]) expect(() => readConfig(half)).toThrow('set both or neither')
})

test('run retention and the trace destination are read', () => {
  expect(readConfig({})).toMatchObject({ runRetentionDays: null, telemetry: null })
  const { runRetentionDays, telemetry } = readConfig({
    RUN_RETENTION_DAYS: '90',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc=, x-team = blue',
  })
  expect(runRetentionDays).toBe(90)
  expect(telemetry?.url.href).toBe('https://collector.example/otlp/v1/traces')
  expect(telemetry).toMatchObject({
    headers: { authorization: 'Basic abc=', 'x-team': 'blue' },
    service: 'flow-console',
  })
})
