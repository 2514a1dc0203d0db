import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { hookPresets } from '#contract/channel.ts'
import { firstDelivery } from './first-delivery.ts'

const secret = `whsec_${Buffer.from("a key of 32 bytes, with a ' in it").toString('base64')}`
const address = 'https://flows.example/api/hook/it%27s/'

/** Runs the commands in a shell with a fake curl, which prints its arguments. */
function sent(preset: string, text: string | null) {
  const script = `curl() { printf '%s\\0' "$@"; }\n${firstDelivery(address, preset, text) ?? ''}`
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0')
  const headers = Object.fromEntries(
    words.flatMap((word, at) => (words[at - 1] === '-H' ? [word.split(': ').slice(0, 2)] : [])),
  )
  return { headers, body: words[words.indexOf('-d') + 1] ?? '', url: words.at(-2) }
}

const hexOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

test("Standard Webhooks: the signature is accepted by the standard's library", () => {
  const { headers, body, url } = sent('standard', secret)
  expect(new Webhook(secret).verify(body, headers)).toEqual({ hello: 'world' })
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found')
  expect(url).toBe(address)
  expect(headers).toMatchObject({ 'content-type': 'application/json' })
})

test('GitHub, Stripe and Telegram: the signature is that of their documentation', () => {
  const github = sent('github', "it's")
  expect(github.headers['x-hub-signature-256']).toBe(`sha256=${hexOf("it's", github.body)}`)
  expect(github.headers['x-github-delivery']).toMatch(/^[\da-f]{32}$/)
  const stripe = sent('stripe', secret)
  const [, at = '', sign] = /^t=(\d+),v1=([\da-f]{64})$/.exec(stripe.headers['stripe-signature'] ?? '') ?? []
  expect(sign).toBe(hexOf(secret, `${at}.${stripe.body}`))
  expect(sent('telegram', 'x-1').headers['x-telegram-bot-api-secret-token']).toBe('x-1')
})

test('every preset has commands, with a placeholder for an unknown secret, or none if it is unsigned', () => {
  for (const preset of hookPresets) expect(JSON.parse(sent(preset, null).body)).toEqual({ hello: 'world' })
  expect(firstDelivery(address, 'none', null)).not.toContain('secret')
  expect(firstDelivery(address, 'standard', null)).toContain("secret='the signing secret of this channel'")
  expect(firstDelivery(address, 'paypal', null)).toBeNull()
})
