import { CircleX, StickyNote } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#contract/conversation.ts'
import { formatClock, formatTimeExact } from '#lib/format-time.ts'
import { useZone } from '#parts/zone.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { foldedBeginning, textPieces } from './text-pieces.ts'

/** A text as it was written. Addresses of the web are links that tell nobody where one came from. */
function MessageText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const beginning = isWhole ? null : foldedBeginning(text)
  return (
    <>
      <p className="text" dir="auto">
        {textPieces(beginning ?? text).map(({ text: piece, href }, index) =>
          href === null ? (
            piece
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name and never move
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

const deliveryWords = { pending: 'on its way', sent: 'sent', delivered: 'delivered', read: 'read' } as const

const looks: Record<Message['direction'], string> = { in: '', out: 'out', note: 'note' }

/** One message, with who wrote it, when, and whether it arrived. */
export function MessageBubble({ message, contactName }: { message: Message; contactName: string }) {
  const zone = useZone()
  const { author, author_name: name, direction, delivery, at } = message
  const who =
    author === 'flow'
      ? 'Flow'
      : author === 'system'
        ? 'System'
        : (name ?? (author === 'contact' ? contactName : 'Person'))
  const time = Date.parse(at)
  return (
    <li className={`message ${author === 'system' ? 'system' : looks[direction]}`}>
      <MessageText text={message.text} />
      <p className="about">
        {direction === 'note' && (
          <span className="inline-flex items-center gap-1 font-medium">
            <StickyNote className="xs" />
            Note, not sent ·
          </span>
        )}
        <bdi>{who}</bdi>
        <span aria-hidden="true">·</span>
        <Tooltip words={formatTimeExact(at, zone)}>
          <time dateTime={at}>{Number.isNaN(time) ? '—' : formatClock(time, zone)}</time>
        </Tooltip>
        {delivery === 'failed' ? (
          <span className="inline-flex items-center gap-1 font-medium text-bad">
            <CircleX className="xs" />
            not delivered
          </span>
        ) : (
          delivery !== null && <span>· {deliveryWords[delivery]}</span>
        )}
      </p>
    </li>
  )
}
