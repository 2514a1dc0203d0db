import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { EmptyPathParameterError, urlOf } from './endpoint.ts'

test('path parameters are encoded, and empty query parameters are omitted', () => {
  expect(urlOf(flow.read, { id: 'projects/x flows$&' })).toBe('/flow/projects%2Fx%20flows%24%26/')
  expect(urlOf(flow.list, { limit: 5, search: '' })).toBe('/flow/?limit=5')
})

// "/flow//" is a different address, and browsers resolve "." and ".." before sending.
test.each(['', '.', '..'])('%j is rejected as an id in a path', (id) => {
  expect(() => urlOf(flow.remove, { id })).toThrow(EmptyPathParameterError)
})

test('a path without its id is rejected', () => {
  const input: { id: string } = JSON.parse('{}')
  expect(() => urlOf(flow.read, input)).toThrow('/flow/{id}/ needs id.')
})
