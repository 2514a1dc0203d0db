/** Text of messages: detection of URLs, and truncation of long texts. Pure. */
import { cutText } from '#lib/text/text.ts'

export interface TextPiece {
  text: string
  /** A URL; null = plain text. */
  href: string | null
}

const addresses = /\bhttps?:\/\/[^\s<>"'`\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/giu
/** Punctuation that ends a sentence rather than a URL. */
const trailing = /[.,;:!?…]+$/u

function addressOf(text: string): string {
  let address = text.replace(trailing, '')
  // In "(see https://example.com/a)" the closing bracket is not part of the URL: its opening bracket is not.
  while (address.endsWith(')') && address.split('(').length < address.split(')').length)
    address = address.slice(0, -1).replace(trailing, '')
  return address
}

function hrefOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/** Splits a text into URLs and the text between them. Only http and https URLs are recognized. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(addresses)) {
    const address = addressOf(match[0])
    const href = hrefOf(address)
    if (href === null) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null })
    pieces.push({ text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null })
  return pieces
}

/** Longer messages are collapsed: about a screen of text. */
const maxCharacters = 1_200
const maxLines = 16
/** Texts slightly above the limit are not collapsed. */
const slack = 200
const slackLines = 4

/** The beginning of a long text; null if the text is short enough to be shown in full. */
export function collapsedText(text: string): string | null {
  const lines = text.split('\n')
  const byLines = lines.length > maxLines + slackLines ? lines.slice(0, maxLines).join('\n') : text
  const cut = byLines.length > maxCharacters + slack ? cutText(byLines, maxCharacters) : byLines
  return cut.length < text.length ? cut : null
}
