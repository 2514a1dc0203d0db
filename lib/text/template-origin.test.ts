import { expect, test } from 'vitest'
import { templateOrigin } from './template-origin.ts'

test.each([
  ['https://api.example.com/a/{{ input.id }}', 'https://api.example.com'],
  [' HTTPS://API.example.com:443?x={{ input.id }}', 'https://api.example.com'],
  ['http://api.example.com:80', 'http://api.example.com'],
  ['https://api.example.com:8443/', 'https://api.example.com:8443'],
  ['https://api.example.com\\@evil.example/', 'https://api.example.com'],
  ['https://api.example.com@evil.example/', 'https://evil.example'],
  ['https://{{ input.shop }}.shops.example/{{ input.id }}', 'https://{{input.shop}}.shops.example'],
  [
    'https://eu-{{input.zone}}-1.{{ vars.a }}.shops.example:8443/',
    'https://eu-{{input.zone}}-1.{{vars.a}}.shops.example:8443',
  ],
  ['https://{{ input.shop }}.shops.co.uk/', 'https://{{input.shop}}.shops.co.uk'],
  ['https://{{ input.shop }}.my.io/', 'https://{{input.shop}}.my.io'],
])('%s has the origin %s', (address, origin) => expect(templateOrigin(address)).toBe(origin))

test.each([
  '',
  'example.com',
  'ftp://example.com',
  'https://',
  '{{ secrets.base }}/orders',
  'https://{{ input.host }}/',
  'https://{{ input.host }}.com/',
  'https://api.{{ input.host }}',
  'https://api.{{ input.host }}/.shops.example',
  'https://api.example.com:{{ input.port }}/',
  'https://api.example.com{{ input.rest }}',
  'https://{{ input.name }}@shops.example.com/',
  'https://{{ "a/b" }}.shops.example/',
  'https://{{ input.p }}.co.uk/',
  'https://{{ input.p }}.COM.au:8443/',
  'https://{{ input.p }}-shop.or.jp/',
  'https://{{ input.p }}.shops-.co.{{ input.q }}.go.kr/',
  'https://{{ input.p }}.co.uk./',
  'https://{{ input.p }}.0.0.1/',
  'https://{{ input.p }}.0.0.0x1/',
  'https://1{{ input.p }}.2.3.4/',
  'https://{{ input.p }}.example.1/',
])('%s has no fixed origin', (address) => expect(templateOrigin(address)).toBeNull())
