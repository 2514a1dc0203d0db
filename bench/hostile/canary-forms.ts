/** Finds a secret in any text, including transformed and encoded forms. */
import { markOf } from '#test/support/canaries.ts'

/** The common part of all canaries, after their number. */
const tail = markOf(0).slice(8)
/** Length of searched pieces: they overlap, so that any 16 consecutive characters contain one. */
const pieceLength = 12
const step = 4
const pieces = Array.from({ length: Math.floor((tail.length - pieceLength) / step) + 1 }, (_, index) =>
  tail.slice(index * step, index * step + pieceLength),
)

const reversed = (text: string) => [...text].toReversed().join('')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** The base64 characters that depend only on the text, for each alignment. */
const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const whole = Buffer.from(`${'x'.repeat(offset)}${text}`)
      .toString('base64')
      .replaceAll('=', '')
    const cut = (offset + text.length) % 3 === 0 ? 0 : 1
    return whole.slice(offset === 0 ? 0 : offset + 1, whole.length - cut)
  })

/** Names of the forms, and the lower-case text that is searched. */
const forms: (readonly [form: string, text: string])[] = pieces.flatMap((piece) => [
  ['verbatim', piece.toLowerCase()] as const,
  ['reversed', reversed(piece).toLowerCase()] as const,
  ['in hex', hex(piece)] as const,
  ['in hex, lower case', hex(piece.toLowerCase())] as const,
  ['percent-encoded', hex(piece).replaceAll(/../g, '%$&')] as const,
])
const exactForms: (readonly [form: string, text: string])[] = [
  ...pieces.flatMap((piece) => base64Forms(piece).map((form) => ['in base64', form] as const)),
  ...base64Forms(tail)
    .flatMap(base64Forms)
    .map((form) => ['in base64 twice', form.slice(0, 24)] as const),
]
const separatedPatterns = pieces.map((piece) => new RegExp([...piece].join(String.raw`[\s\-_,.:|/*"]{1,4}`), 'i'))

/** The form in which a text contains a canary, with its surroundings; null without one. */
export function findCanary(text: string): { form: string; around: string } | null {
  const small = text.toLowerCase()
  const excerptAt = (at: number) => text.slice(Math.max(0, at - 160), at + 80).replaceAll(/\s+/g, ' ')
  for (const [form, sought] of forms) {
    const at = small.indexOf(sought)
    if (at >= 0) return { form, around: excerptAt(at) }
  }
  for (const [form, sought] of exactForms) {
    const at = text.indexOf(sought)
    if (at >= 0) return { form, around: excerptAt(at) }
  }
  for (const pattern of separatedPatterns) {
    const at = text.search(pattern)
    if (at >= 0) return { form: 'with something between', around: excerptAt(at) }
  }
  return null
}
