import { CircleX, StickyNote } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#contract/conversation.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatClock, formatTimeExact } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { collapsedText, textPieces } from './text-pieces.ts'

/** The text of a message. URLs become links without a referrer. */
function MessageText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const beginning = isWhole ? null : collapsedText(text)
  return (
    <>
      <p className="text" dir="auto">
        {textPieces(beginning ?? text).map(({ text: piece, href }, index) =>
          href === null ? (
            piece
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no id and are never reordered
            <a key={index} className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
              {piece}
            </a>
          ),
        )}
      </p>
      {beginning !== null && (
        <button type="button" className="link cursor-pointer" onClick={() => setIsWhole(true)}>
          Show all {[...text].length.toLocaleString()} characters
        </button>
      )}
    </>
  )
}

const deliveryWords = new Map<string, string>([['pending', 'sending']])

const directionClasses = new Map<string, string>([
  ['out', 'out'],
  ['note', 'note'],
])

function authorName({ author, author_name: name }: Message, contactName: string): string {
  if (author === 'flow') return 'Flow'
  if (author === 'system') return 'System'
  return name || (author === 'contact' ? contactName : author === 'person' ? 'Person' : author || '—')
}

/** One message, with author, time, and delivery status. */
export function MessageBubble({
  message,
  contactName,
  onResend,
}: {
  message: Message
  contactName: string
  /** Copies a failed reply to the composer; null if the user cannot reply. */
  onResend: ((text: string) => void) | null
}) {
  const zone = useZone()
  const { author, direction, delivery, at } = message
  const time = Date.parse(at)
  return (
    <li className={`message ${author === 'system' ? 'system' : (directionClasses.get(direction) ?? '')}`}>
      <MessageText text={message.text} />
      <p className="about">
        {direction === 'note' && (
          <span className="inline-flex items-center gap-1 font-medium">
            <StickyNote className="xs" />
            Internal note ·
          </span>
        )}
        <bdi>{authorName(message, contactName)}</bdi>
        <span aria-hidden="true">·</span>
        <Tooltip words={formatTimeExact(at, zone)}>
          <time dateTime={at}>{formatClock(time, zone)}</time>
        </Tooltip>
        {delivery === 'failed' ? (
          <>
            <span className="inline-flex items-center gap-1 font-medium text-bad">
              <CircleX className="xs" />
              not delivered
            </span>
            {author === 'person' && onResend !== null && (
              <button type="button" className="link cursor-pointer" onClick={() => onResend(message.text)}>
                Edit and resend
              </button>
            )}
          </>
        ) : (
          !isAbsent(delivery) && <span>· {deliveryWords.get(delivery) ?? delivery}</span>
        )}
      </p>
    </li>
  )
}
