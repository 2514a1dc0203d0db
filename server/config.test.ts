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
  ['API_BASE_URL', 'https://other.example'],
  ['PRICES_FILE', 'prices.json'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: `)
})

test('Postgres needs a secret key from outside', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://app@localhost/app' })).toThrow('SECRET_KEY')
})
