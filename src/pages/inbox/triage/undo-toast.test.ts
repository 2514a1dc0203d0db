import { expect, test } from 'vitest'
import { doneMessage } from './undo-toast.ts'

const resolved = (number: number) => ({ message: `#${number} resolved`, verb: 'resolved' })
const labels = { message: 'Labels of #9 changed', verb: null }

test('counts the last changes of one kind, and names a single one', () => {
  expect(doneMessage([resolved(1)])).toBe('#1 resolved')
  expect(doneMessage([resolved(1), resolved(2), resolved(3)])).toBe('3 resolved')
  expect(doneMessage([resolved(1), resolved(2), labels])).toBe('Labels of #9 changed')
  expect(doneMessage([labels, labels])).toBe('Labels of #9 changed')
  expect(doneMessage([resolved(1), labels, resolved(2)])).toBe('#2 resolved')
})
