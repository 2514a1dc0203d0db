import { expect, test } from 'vitest'
import { canaries } from '#test/support/canaries.ts'
import { lookAlikes } from '#test/support/secret-look-alikes.ts'
import { damageOf, isSecretRemoved, secretPlaces } from '#test/support/secret-places.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { redactFlow } from './secrets.ts'
import { replaceShapes } from './token-shapes.ts'

const redact = (flow: FlowParts): FlowParts => redactFlow(flow).flow

test.each(canaries(1).map(({ shape, text, secret }) => [shape, text, secret]))('%s is replaced', (_, text, secret) => {
  const clean = replaceShapes(text, () => '…')
  expect(clean).not.toContain(secret)
  expect(clean).toContain('…')
})

test.each(secretPlaces.map((place) => [place.name, place] as const))('every secret in %s is redacted', (_, place) => {
  const missed = canaries(1).filter(({ text, secret }) => !isSecretRemoved(place, text, secret, redact))
  expect(missed.map(({ shape }) => shape)).toEqual([])
  const damage = canaries(1).flatMap(({ shape, text }) =>
    damageOf(place, text, redact).map((what) => `${shape}: ${what}`),
  )
  expect(damage).toEqual([])
})

test.each(secretPlaces.map((place) => [place.name, place] as const))(
  'text without secrets in %s is unchanged',
  (_, place) => {
    const taken = lookAlikes.filter(
      (text) => redactFlow(place.flowOf(place.before + place.encode(text) + place.after)).redacted.length > 0,
    )
    expect(taken).toEqual([])
  },
)
