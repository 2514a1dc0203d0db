import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Conversation } from '#contract/conversation.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { messagesOf } from './message-cache.ts'
import { RunLine } from './run-line.tsx'
import { threadItems } from './thread-items.ts'

/** Distance from the top at which older messages are loaded in advance. */
const margin = '300px'

function LoadingMessages() {
  return (
    <Delayed>
      <output className="flex flex-col gap-2.5 px-5 py-3.5" aria-label="Loading messages">
        <span className="skeleton block h-12! w-[60%]" />
        <span className="skeleton block h-12! w-[50%] self-end" />
        <span className="skeleton block h-8! w-[40%]" />
      </output>
    </Delayed>
  )
}

/** Button that loads older messages when it is clicked or scrolled into view. */
function OlderMessages({ busy, onOlder }: { busy: boolean; onOlder: () => void }) {
  const box = useRef<HTMLLIElement>(null)
  const latest = useRef(onOlder)
  useEffect(() => {
    latest.current = onOlder
  })
  useEffect(() => {
    if (busy || box.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { root: box.current.closest('.messages'), rootMargin: `${margin} 0px 0px 0px` },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [busy])
  return (
    <li ref={box} className="self-center">
      <Button variant="quiet" busy={busy} onClick={onOlder}>
        {busy ? 'Loading older messages' : 'Older messages'}
      </Button>
    </li>
  )
}

/** The messages of a conversation, newest at the end, with the runs of its flow between them. */
export function Thread({
  conversation,
  isSettled,
  onResend,
  onRead,
}: {
  conversation: Conversation
  /** Whether the messages may be requested: not while the user steps through the list. */
  isSettled: boolean
  /** Copies a failed reply to the composer; null if the user cannot reply. */
  onResend: ((text: string) => void) | null
  /** Called after the thread was shown with unread messages for a moment. */
  onRead: () => void
}) {
  const zone = useZone()
  const now = useNow()
  const { id, contact, currency, flow } = conversation
  const pages = useInfiniteQuery({ ...messagesOf(id), enabled: isSettled })
  const { data, error, hasNextPage, isFetchingNextPage } = pages
  const isLoaded = data !== undefined
  useMarkRead(isSettled && isLoaded && conversation.unread_count > 0, onRead)
  const messages = (data?.pages ?? []).flatMap((page) => page.results).toReversed()
  const items = threadItems(messages, (at) => formatDay(at, { now, zone }))
  return (
    <>
      {error !== null && (
        <div className="flex-none p-3">
          <LoadNote
            what={isLoaded ? 'Older messages' : 'Messages'}
            error={error}
            onRetry={() => void (isLoaded ? pages.fetchNextPage() : pages.refetch())}
          />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <div className="messages" role="region" aria-label="Messages" tabIndex={0}>
        {isLoaded ? (
          <ol>
            {hasNextPage && error === null && (
              <OlderMessages busy={isFetchingNextPage} onOlder={() => void pages.fetchNextPage()} />
            )}
            {items.map((item) =>
              item.kind === 'day' ? (
                <li key={item.key} className="thread-day">
                  {formatDay(item.at, { now, zone })}
                </li>
              ) : item.kind === 'run' ? (
                <li key={item.key}>
                  <RunLine run={item.run} flowName={flow?.name ?? null} currency={currency} />
                </li>
              ) : (
                <MessageBubble
                  key={item.key}
                  message={item.message}
                  contactName={contact.name || contact.email || contact.phone || 'Contact'}
                  onResend={onResend}
                />
              ),
            )}
            {messages.length === 0 && <li className="self-center text-text-3">No messages yet.</li>}
          </ol>
        ) : (
          error === null && <LoadingMessages />
        )}
      </div>
    </>
  )
}

/** Time in ms for which the thread is shown before its messages count as read. */
const readAfterMs = 800

/** Calls `onRead` a moment after a thread with unread messages is shown, if the tab is visible then. */
function useMarkRead(isUnread: boolean, onRead: () => void): void {
  const latest = useRef(onRead)
  useEffect(() => {
    latest.current = onRead
  })
  useEffect(() => {
    if (!isUnread) return undefined
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [isUnread])
}
