/** Masks secrets in responses of other services, in all usual encodings. */
import { secretMark } from '#server/engine/text/masked-value.ts'

/** Minimum length of a secret whose other forms (case, hex, reversed) are masked, to avoid chance matches. */
const minVariantLength = 8
/** Minimum length of a secret's part within Base64, to avoid chance matches. */
const minBase64Core = 10

const lowerEscapes = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())

/** Percent-encoded forms: by encodeURIComponent, encodeURI and form encoders, in both cases. */
function percentForms(text: string): string[] {
  // Lone surrogates result from truncation and cannot be encoded.
  const whole = text.replaceAll(/\p{Cs}/gu, '\uFFFD')
  const form = new URLSearchParams([['', whole]]).toString().slice(1)
  const forms = [encodeURIComponent(whole), encodeURI(whole), form, form.replaceAll('+', '%20')]
  return forms.flatMap((each) => [each, lowerEscapes(each)])
}

/** JSON-escaped forms: plain, ASCII-only, with "\/", and escaped twice. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const forms = [json, ascii].flatMap((form) => [form, form.replaceAll('/', '\\/')])
  return [...forms, JSON.stringify(json).slice(1, -1)]
}

const entities: Record<string, readonly string[]> = {
  '&': ['&amp;', '&amp;', '&#38;'],
  '<': ['&lt;', '&lt;', '&#60;'],
  '>': ['&gt;', '&gt;', '&#62;'],
  '"': ['&quot;', '&#34;', '&#34;'],
  "'": ['&#39;', '&#x27;', '&apos;'],
}
const htmlForms = (text: string): string[] =>
  [0, 1, 2].map((way) => text.replaceAll(/[&<>"']/g, (character) => entities[character]?.[way] ?? character))

/** Base64 forms of a text, alone and at any alignment within a longer text, as in `user:password`. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  const cores = [0, 1, 2].map((before) => {
    const bits = (before + bytes.length) * 8
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
  })
  const whole = [bytes.toString('base64'), bytes.toString('base64url')]
  const found = cores.filter((core) => core.length >= minBase64Core)
  return [...whole, ...found, ...found.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'))]
}

/** All forms of a secret to mask, without duplicates. */
function maskedForms(secret: string): string[] {
  const forms = [secret, ...percentForms(secret), ...jsonForms(secret), ...htmlForms(secret), ...base64Forms(secret)]
  if (secret.length < minVariantLength) return [...new Set(forms)]
  const hex = Buffer.from(secret).toString('hex')
  const cases = [secret.toLowerCase(), secret.toUpperCase()]
  const others = [...cases, ...cases.flatMap(percentForms), ...cases.flatMap(jsonForms), hex, hex.toUpperCase()]
  const reversed = [...secret].toReversed().join('')
  return [...new Set([...forms, ...others, reversed, ...jsonForms(reversed), ...percentForms(reversed)])]
}

/** Creates a function that masks all forms of these texts; reusable for many texts. */
export function maskerOf(secrets: Iterable<string>): (text: string) => string {
  // Longest first, because a shorter form may be part of a longer one.
  const forms = [...new Set([...secrets].flatMap(maskedForms))].toSorted((a, b) => b.length - a.length)
  return (text) =>
    forms.reduce((masked, form) => (form.length > masked.length ? masked : masked.replaceAll(form, secretMark)), text)
}
