import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { EmptyPathParameterError, urlOf } from './endpoint.ts'

test('path parameters are encoded, and empty parameters of a query left out', () => {
  expect(urlOf(flow.read, { id: 'projects/x flows$&' })).toBe('/flow/projects%2Fx%20flows%24%26/')
  expect(urlOf(flow.list, { limit: 5, search: '' })).toBe('/flow/?limit=5')
})

// "/flow//" is another address, and browsers resolve "." and ".." before sending.
test.each(['', '.', '..'])('a path is not made with %j in the place of an id', (id) => {
  expect(() => urlOf(flow.remove, { id })).toThrow(EmptyPathParameterError)
})

test('a path is not made without its id', () => {
  const input: { id: string } = JSON.parse('{}')
  expect(() => urlOf(flow.read, input)).toThrow('/flow/{id}/ needs id.')
})
