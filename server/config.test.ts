import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 4321, databaseUrl: null, currency: 'EUR' })
})

test('an empty setting is one that is not set', () => {
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
  ['PRICES_FILE', 'prices.json'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: `)
})

test('Postgres needs a secret key from outside', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://app@localhost/app' })).toThrow('SECRET_KEY')
})

const other = 'https://other.example/base/'

test('with API_BASE_URL only the console runs', () => {
  const { inFrontOf } = readConfig({
    API_BASE_URL: other,
    API_COOKIES: 'on',
    API_HEADERS: 'X-Tenant, x-team',
    CURRENCY: 'USD',
  })
  expect(inFrontOf?.base.href).toBe(other)
  expect(inFrontOf).toMatchObject({ cookies: true, headers: ['x-tenant', 'x-team'], unused: ['CURRENCY'] })
})

test.each([
  ['API_COOKIES', 'maybe'],
  ['API_HEADERS', 'Host'],
  ['API_HEADERS', 'x-forwarded-for'],
  ['API_HEADERS', 'cookie'],
  ['API_HEADERS', 'a b'],
])('%s=%s is refused beside API_BASE_URL', (name, value) => {
  expect(() => readConfig({ API_BASE_URL: other, [name]: value })).toThrow(`${name}: `)
})

test('API_BASE_URL and DATABASE_URL do not go together', () => {
  const all = { API_BASE_URL: other, DATABASE_URL: 'postgres://app@localhost/app', SECRET_KEY: 'x'.repeat(40) }
  expect(() => readConfig(all)).toThrow('API_BASE_URL: ')
})
