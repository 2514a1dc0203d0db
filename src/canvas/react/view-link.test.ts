import type { Viewport } from '@xyflow/react'
import { expect, test, vi } from 'vitest'
import { ViewLink } from './view-link.ts'

const member = () => vi.fn<(viewport: Viewport) => void>()

const near: Viewport = { x: 10, y: 20, zoom: 1 }
const far: Viewport = { x: 30, y: 40, zoom: 0.5 }

test('canvases that are ready one after the other share the viewport that shows more', () => {
  const link = new ViewLink()
  const [first, second, third] = [member(), member(), member()]
  link.join(first, near)
  expect(first).not.toHaveBeenCalled()
  link.join(second, far)
  expect(first).toHaveBeenCalledExactlyOnceWith(far)
  expect(second).not.toHaveBeenCalled()
  link.join(third, near)
  expect(third).toHaveBeenCalledExactlyOnceWith(far)
})

test('a canvas that is alone keeps its viewport', () => {
  const link = new ViewLink()
  const [first, second] = [member(), member()]
  const leave = link.join(first, far)
  leave()
  link.join(second, near)
  expect(second).not.toHaveBeenCalled()
})

test('a move is shown by the others, and not by the canvas that moved', () => {
  const link = new ViewLink()
  const [first, second] = [member(), member()]
  link.join(first, near)
  link.join(second, near)
  second.mockClear()
  link.publish(first, far)
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledExactlyOnceWith(far)
})
