/** Deliveries in words: result and remedy. Pure. */
import { CircleCheck, CircleX, Clock, Repeat2, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Delivery } from '#contract/channel.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import type { Tone } from '#ui/feedback/tag.tsx'

interface VerdictStyle {
  word: string
  icon: LucideIcon
  tone: Tone
  /** Meaning and remedy of the verdict. */
  advice: string
}

const verdictStyles: Record<Delivery['verdict'], VerdictStyle> = {
  accepted: { word: 'Accepted', icon: CircleCheck, tone: 'ok', advice: 'The delivery was accepted.' },
  repeated: {
    word: 'Duplicate',
    icon: Repeat2,
    tone: 'idle',
    advice:
      'A delivery with this id was received before. It got the same response, and no run started. No action needed.',
  },
  bad_signature: {
    word: 'Invalid signature',
    icon: CircleX,
    tone: 'bad',
    advice:
      'The signature does not match this channel’s secret. Enter the secret at the sender; if it is lost, rotate it in the channel. The body must be sent exactly as it was signed.',
  },
  too_old: {
    word: 'Invalid timestamp',
    icon: Clock,
    tone: 'warn',
    advice:
      'The timestamp is more than five minutes off. Correct the sender’s clock, or sign each retry with a new timestamp.',
  },
  too_large: {
    word: 'Too large',
    icon: CircleX,
    tone: 'bad',
    advice: 'Send only the data that the flow needs, or a link to the content.',
  },
  unsupported_type: {
    word: 'Unsupported type',
    icon: CircleX,
    tone: 'bad',
    advice: 'Send JSON (content-type: application/json), a form or text, in UTF-8 and uncompressed.',
  },
  malformed: {
    word: 'Unreadable',
    icon: CircleX,
    tone: 'bad',
    advice: 'The body does not match its content type. Correct one of them at the sender.',
  },
  refused: {
    word: 'Rejected',
    icon: TriangleAlert,
    tone: 'warn',
    advice: 'The flow could not be started. Fix the problem above, then replay the delivery.',
  },
}

const stylesByVerdict = new Map<string, VerdictStyle>(Object.entries(verdictStyles))

const blockedStyle: VerdictStyle = {
  word: 'Accepted, blocked',
  icon: TriangleAlert,
  tone: 'warn',
  advice: 'The delivery was accepted, but there was no credit for its run. Add credit, then replay the delivery.',
}

/** The style of a delivery by its verdict, and by the result of its run if that contradicts “accepted”. */
export const deliveryStyle = ({ verdict, run }: Pick<Delivery, 'verdict' | 'run'>): VerdictStyle =>
  verdict === 'accepted' && run?.status === 'blocked' ? blockedStyle : verdictStyle(verdict)

/** The style of a verdict; an unknown verdict is shown unchanged. */
export const verdictStyle = (verdict: string): VerdictStyle =>
  stylesByVerdict.get(verdict) ?? { word: verdict, icon: TriangleAlert, tone: 'idle', advice: '' }

export const verdictWord = (verdict: string): string => verdictStyle(verdict).word

/** Indents JSON; everything else, including truncated JSON, is unchanged. */
export function readableBody(body: string): string {
  const read = parseJson(body)
  return read.ok ? JSON.stringify(read.value, null, 2) : body
}

/** Number of bytes of a delivery's body that are not stored; 0 if all are. */
export function missingBytes({ body, size }: Pick<Delivery, 'body' | 'size'>): number {
  return body === null ? 0 : Math.max(0, size - new TextEncoder().encode(body).byteLength)
}
