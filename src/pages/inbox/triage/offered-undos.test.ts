import { expect, test } from 'vitest'
import { offerEarlyUndo, offerUndo, undoLastChange } from './offered-undos.ts'

test('the key undoes the latest change that can be undone, then the previous one', () => {
  const undone: string[] = []
  const offer = (name: string) => {
    const withdraw = offerUndo(() => {
      withdraw()
      undone.push(name)
    })
    return withdraw
  }
  offer('one')
  offer('two')
  const expire = offer('three')
  expire()
  expect([undoLastChange(), undoLastChange(), undoLastChange()]).toEqual([true, true, false])
  expect(undone).toEqual(['two', 'one'])
})

test('a change can be undone before it is saved', () => {
  let asked = 0
  const settle = offerEarlyUndo(() => {
    asked += 1
  })
  expect(undoLastChange()).toBe(true)
  expect(undoLastChange()).toBe(false)
  expect([settle(), asked]).toEqual([true, 1])
  expect(offerEarlyUndo(() => undefined)()).toBe(false)
  expect(undoLastChange()).toBe(false)
})
