import { expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
import { maxValueText, typedValue, valueProblem } from './check-value.ts'
import type { FieldRule } from './value-field.ts'

const wait: FieldRule = { kind: 'duration', unit: 's', min: 0, max: 60, allowsTemplate: true }
const headers: FieldRule = { kind: 'pairs', areHeaders: true, isOptional: true }

test.each<[string, FieldRule, Json]>([
  ['a text', { kind: 'text' }, 'a'],
  ['an empty text, if it may be empty', { kind: 'long text', allowsEmpty: true }, ''],
  ['no value, if it is optional', { kind: 'model', isOptional: true }, null],
  ['a number at a limit', wait, 60],
  ['a template for a number', wait, '{{ vars.wait }}'],
  ['a URL', { kind: 'url' }, 'https://api.example.com/v1?x=1'],
  ['a URL with a value', { kind: 'url' }, '{{ vars.base }}/orders'],
  ['an option', { kind: 'choice', options: ['GET', 'POST'] }, 'POST'],
  ['a cron expression', { kind: 'cron' }, '0 8 * * *'],
  ['an interval', { kind: 'interval' }, 300],
  ['a time zone', { kind: 'time zone' }, 'Europe/Oslo'],
  ['headers', headers, { accept: 'text/html', 'X-Trace': 1 }],
  ['parameters with any name', { kind: 'pairs' }, { 'filter[a]': 'x\ny' }],
])('%s is accepted', (_, rule, value) => {
  expect(valueProblem(rule, value)).toBeNull()
})

test.each<[string, FieldRule, Json, string]>([
  ['no value', { kind: 'text' }, null, 'This value is required.'],
  ['an empty text', { kind: 'long text' }, ' \n', 'This value is required.'],
  ['a number in the place of a text', { kind: 'text' }, 1, 'Enter a text.'],
  ['a very long text', { kind: 'text' }, 'x'.repeat(maxValueText + 1), 'Use at most 200,000 characters.'],
  ['a text in the place of a number', { kind: 'number' }, 'ten', 'Enter a number.'],
  ['a template where numbers are constants', { kind: 'number' }, '{{ vars.n }}', 'Enter a number.'],
  ['a number above its limit', wait, 61, 'Enter a number from 0 to 60 s.'],
  ['a number below its limit', { kind: 'number', min: 1 }, 0, 'Enter at least 1.'],
  ['decimals', { kind: 'number', isWhole: true }, 1.5, 'Enter a number without decimals.'],
  ['infinity', { kind: 'number' }, Infinity, 'Enter a number.'],
  ['another scheme', { kind: 'url' }, 'ftp://example.com', 'Use a URL that begins with https:// or http://.'],
  ['a URL without a host', { kind: 'url' }, 'https://', 'This is not a URL.'],
  ['a tag in a URL', { kind: 'url' }, 'https://a.example/{% if x %}', 'URLs support {{ … }} but not {% … %}.'],
  ['another option', { kind: 'choice', options: ['GET', 'POST'] }, 'get', 'Use one of GET, POST.'],
  ['a word for a boolean', { kind: 'boolean' }, 'true', 'Choose yes or no.'],
  ['an invalid cron expression', { kind: 'cron' }, '61 * * * *', 'The minute cannot be “61”.'],
  ['an interval that does not fit', { kind: 'interval' }, 45, 'a fraction of a minute, hour or day'],
  ['an unknown time zone', { kind: 'time zone' }, 'Mars/Olympus', 'Use a time zone like'],
  ['a header name with a space', headers, { 'x trace': '1' }, '“x trace” cannot be used as a name.'],
  ['a header of two lines', headers, { 'x-a': 'a\r\nset-cookie: b' }, 'The value of “x-a” must be on one line.'],
  ['an empty name', headers, { '': '1' }, 'Each entry needs a name.'],
  ['a nested pair', headers, { a: { b: 1 } }, 'The value of “a” must be a text.'],
  [
    'too many pairs',
    headers,
    Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`h${at}`, ''])),
    'at most 200',
  ],
])('%s is refused', (_, rule, value, message) => {
  expect(valueProblem(rule, value)).toContain(message)
})

test.each<[string, FieldRule, string, Json]>([
  ['a number', { kind: 'duration' }, '12.5', 12.5],
  ['digits in a text field', { kind: 'text' }, '12.5', '12.5'],
  ['nothing in an optional field', { kind: 'number', isOptional: true }, ' ', null],
  ['nothing in a required field', { kind: 'text' }, '', ''],
  ['no number', { kind: 'number' }, 'many', 'many'],
])('%s is read as its value', (_, rule, text, value) => {
  expect(typedValue(rule, text)).toBe(value)
})
