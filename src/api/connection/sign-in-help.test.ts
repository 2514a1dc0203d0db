import { expect, test } from 'vitest'
import { signInHelpIn } from './sign-in-help.ts'

const help = { kind: 'n8n', title: 'n8n', label: 'API key', steps: ['Open n8n.', 'Copy the key.'], url: null }

test('reads how to get a key', () => {
  expect(signInHelpIn({ detail: 'No.', sign_in: { ...help, url: 'https://n8n.example/settings/api' } })).toEqual({
    title: 'n8n',
    label: 'API key',
    steps: ['Open n8n.', 'Copy the key.'],
    url: 'https://n8n.example/settings/api',
  })
})

test.each<[string, unknown]>([
  ['no body', undefined],
  ['a text', 'sign_in'],
  ['no help', { detail: 'No.' }],
  ['null', { sign_in: null }],
  ['no label', { sign_in: { ...help, label: 7 } }],
  ['no steps', { sign_in: { ...help, steps: 'Open n8n.' } }],
])('a body without help: %s', (_name, body) => {
  expect(signInHelpIn(body)).toBeNull()
})

test('an address that is no page is left out', () => {
  expect(signInHelpIn({ sign_in: { ...help, url: 'javascript:alert(1)' } })?.url).toBeNull()
})
