import { expect, test } from 'vitest'
import { otherContentText } from './conversion-words.ts'

const none = { nodes: 0, edges: 0, groups: 0, notes: 0, disabled: 0, placed: 0, variables: 0, settings: 0 }

test('what a file contains besides its steps is one line, without what it lacks', () => {
  expect(otherContentText({ counts: { ...none, nodes: 4, edges: 3, placed: 4 } })).toBe('')
  expect(otherContentText({ counts: { ...none, notes: 1 } })).toBe('1 note')
  expect(otherContentText({ counts: { ...none, groups: 2, variables: 1, settings: 3, disabled: 2 } })).toBe(
    '2 groups, 1 variable, 3 settings and 2 disabled steps',
  )
})
