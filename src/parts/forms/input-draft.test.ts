import { expect, test } from 'vitest'
import { inputFields } from './input-fields.ts'
import { shownInputPaths, inputErrorsAt } from './input-draft.ts'

const fields = inputFields({ properties: { no: { type: 'string' }, lines: { type: 'array' } } }) ?? []
const error = {
  fieldErrors: {
    'input.no': ['This may not be empty.'],
    'input.lines.0.count': ['Use a number.'],
    'input.lines.1': ['Use an object.'],
    'input.other': ['Unknown field.'],
    input: ['Use an object.'],
    trigger: ['There is none.'],
  },
}

test('messages of the service are assigned to their field, and name deeper paths', () => {
  expect(inputErrorsAt(error, fields)).toEqual({
    no: 'This may not be empty.',
    lines: 'entry 1, count: Use a number.\nentry 2: Use an object.',
    '': 'other: Unknown field.\nUse an object.',
  })
})

test('messages about paths without a field are not shown by the fields', () => {
  expect(shownInputPaths(error, fields, 'fields')).toEqual(['input.no', 'input.lines.0.count', 'input.lines.1'])
  const all = Object.keys(error.fieldErrors).filter((path) => path !== 'trigger')
  expect(shownInputPaths(error, fields, 'json')).toEqual(all)
  expect(shownInputPaths(error, null, 'json')).toEqual(all)
})
