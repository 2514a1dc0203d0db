import { expect, test } from 'vitest'
import { ApiError, readError, readRetryAfter } from './errors.ts'

const json = 'application/json'
const read = (status: number, body: unknown) => readError(status, json, JSON.stringify(body))

test('the form of the contract has code, message, fields and request id', () => {
  const error = read(400, {
    detail: 'The body is not valid.',
    code: 'invalid',
    errors: { name: ['This field is required.'] },
    request_id: 'req_1',
  })
  expect(error).toMatchObject({ code: 'invalid', detail: 'The body is not valid.', requestId: 'req_1' })
  expect(error.fieldErrors).toEqual({ name: ['This field is required.'] })
})

test('a version conflict contains the current object', () => {
  expect(
    read(409, { detail: 'x', code: 'version_conflict', request_id: 'r', current: { id: 'flw_1' } }).current,
  ).toEqual({ id: 'flw_1' })
})

test('Django REST Framework: fields at the top, nested ones by path', () => {
  const error = read(400, {
    name: ['May not be blank.'],
    non_field_errors: ['Too many.'],
    nodes: [{ id: ['Missing.'] }],
  })
  expect(error.fieldErrors).toEqual({
    name: ['May not be blank.'],
    non_field_errors: ['Too many.'],
    'nodes.0.id': ['Missing.'],
  })
  expect(error.detail).toBe('Too many.')
})

test('the fields message and code are not read as form fields', () => {
  expect(read(400, { name: ['Missing.'], message: ['Not this.'], code: ['x'] }).fieldErrors).toEqual({
    name: ['Missing.'],
  })
})

test('drf-standardized-errors: a list with attr', () => {
  const error = read(400, {
    type: 'validation_error',
    errors: [{ code: 'required', detail: 'This field is required.', attr: 'name' }],
  })
  expect(error.fieldErrors).toEqual({ name: ['This field is required.'] })
  expect(error.detail).toBe('This field is required.')
})

test('RFC 9457: the title is the message if there is no detail', () => {
  expect(read(403, { type: 'about:blank', title: 'Forbidden', status: 403 })).toMatchObject({
    detail: 'Forbidden',
    code: 'http_403',
  })
})

test('the message is read from error.message, a text in error, or message', () => {
  expect(read(500, { error: { message: 'Broken.', code: 'boom' } })).toMatchObject({ detail: 'Broken.', code: 'boom' })
  expect(read(500, { error: 'Broken.' }).detail).toBe('Broken.')
  expect(read(500, { message: 'Broken.' }).detail).toBe('Broken.')
})

test('plain text is shown unchanged, an HTML page is not', () => {
  expect(readError(500, 'text/plain', 'upstream failed').detail).toBe('upstream failed')
  expect(readError(502, 'text/html', '<html><h1>Bad gateway</h1></html>').detail).toBe(
    'The gateway cannot reach the service.',
  )
  expect(readError(418, json, '').detail).toBe('The service returned status 418.')
})

test('a long body is truncated, and a malformed one does not throw', () => {
  expect(readError(500, 'text/plain', 'x'.repeat(100_000)).detail).toHaveLength(500)
  for (const body of [null, 5, [], [null], { errors: null }, { detail: {} }, { errors: [5, null] }])
    expect(read(400, body).detail).not.toBe('')
})

test('Retry-After is read in seconds or as a date; an invalid one is null', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  expect(readRetryAfter('7', now)).toBe(7)
  expect(readRetryAfter('Sat, 21 Nov 2026 10:00:30 GMT', now)).toBe(30)
  expect(readRetryAfter('soon', now)).toBeNull()
  expect(readRetryAfter(null, now)).toBeNull()
})

test.each([
  ['RFC 9457', { title: 'Not valid', errors: [{ detail: 'Too young.', pointer: '#/person/age' }] }, 'person.age'],
  ['RFC 7807', { title: 'Not valid', 'invalid-params': [{ name: 'age', reason: 'Too young.' }] }, 'age'],
  ['JSON:API', { errors: [{ title: 'Too young.', source: { pointer: '/data/attributes/age' } }] }, 'age'],
  ['FastAPI', { detail: [{ loc: ['body', 'age'], msg: 'Too young.', type: 'x' }] }, 'age'],
])('%s names the field', (_name, body, field) => {
  expect(readError(422, 'application/json', JSON.stringify(body)).fieldErrors).toEqual({ [field]: ['Too young.'] })
})

test('409 and 412 have the same message if the service gives none', () => {
  expect(readError(412, '', '').detail).toBe(readError(409, '', '').detail)
})

test('the error in a 200 is read with its message and fields', () => {
  expect(readError(200, 'application/json', '{"success":false,"error":{"message":"No."}}').detail).toBe('No.')
  expect(
    readError(200, 'application/json', '{"success":false,"message":"No.","errors":{"name":["Blank."]}}'),
  ).toMatchObject({ detail: 'No.', fieldErrors: { name: ['Blank.'] } })
})

test('nested field errors of Django REST Framework have dotted paths', () => {
  const body = JSON.stringify({
    name: ['Taken.'],
    config: { url: ['Not reachable.'], auth: { user: ['Blank.'] } },
    meta: { id: 7 },
  })
  expect(readError(400, 'application/json', body).fieldErrors).toEqual({
    name: ['Taken.'],
    'config.url': ['Not reachable.'],
    'config.auth.user': ['Blank.'],
  })
})

test('only messages of the service count as quoted', () => {
  const isQuoted = (status: number, body: string, type = json) => readError(status, type, body).isQuoted
  for (const body of [
    '{"detail":"No."}',
    '{"error":{"message":"No."}}',
    '"No."',
    'No.',
    '[{"attr":"a","detail":"No."}]',
  ])
    expect(isQuoted(400, body), body).toBe(true)
  for (const body of [
    '',
    '{}',
    '[]',
    '7',
    '<h1>Not Found</h1>',
    '{"detail":""}',
    '{"code":"upstream_down","detail":"No."}',
  ])
    expect(isQuoted(404, body), body).toBe(false)
  expect(isQuoted(404, '<p>Not found', 'text/html')).toBe(false)
})

test('a missing path without an id is an endpoint that the service does not offer', () => {
  const facts = { code: 'x', detail: '', fieldErrors: {}, requestId: null, method: 'GET', path: '/x/' }
  const rest = { durationMs: 1, at: '', retryAfter: null, current: undefined, body: undefined }
  const isNotOffered = (status: number, about?: 'endpoint' | 'object' | 'part') =>
    new ApiError({ ...facts, ...rest, status, ...(about === undefined ? {} : { about }) }).isNotOffered
  expect([isNotOffered(404, 'endpoint'), isNotOffered(405, 'object'), isNotOffered(501, 'part')]).toEqual([
    true,
    true,
    true,
  ])
  expect([
    isNotOffered(404, 'object'),
    isNotOffered(404, 'part'),
    isNotOffered(404),
    isNotOffered(500, 'endpoint'),
  ]).toEqual([false, false, false, false])
})
