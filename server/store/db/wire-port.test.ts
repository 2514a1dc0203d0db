import { expect, test } from 'vitest'
import { type Wire, WirePort } from './wire-port.ts'

test('an old port that is destroyed late does not affect responses to the next one', async () => {
  const wire: Wire = { send: () => undefined, listener: null }
  const old = new WirePort(wire)
  const next = new WirePort(wire)
  old.destroy()
  await new Promise((done) => old.once('close', done))
  wire.listener?.(Buffer.from('answer'))
  expect(next.read()?.toString()).toBe('answer')
})
