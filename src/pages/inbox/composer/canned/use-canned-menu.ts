import { useId, useState, type KeyboardEvent } from 'react'
import { useExtension, useMe } from '#api/query/me.ts'
import type { CannedReply } from '#contract/canned-reply.ts'
import type { Conversation } from '#contract/conversation.ts'
import { useCannedReplies } from '#parts/canned-replies/use-canned-replies.ts'
import { cannedQueryOf, filledText, fillReply, matchingReplies } from './fill-reply.ts'

interface CannedMenuOptions {
  conversation: Conversation
  /** The text of the reply; null while no reply can be written. */
  text: string | null
  /** Replaces the text; called with a chosen reply. */
  onInsert: (text: string) => void
}

/** The replies that match, and the one that the keys have chosen; another query starts at its first reply. */
function matchesOf(all: readonly CannedReply[], query: string, active: { query: string; index: number }, id: string) {
  const matches = matchingReplies(all, query)
  const index = active.query === query ? Math.min(active.index, Math.max(0, matches.length - 1)) : 0
  const chosen = matches[index] ?? null
  return { matches, index, chosen, optionId: chosen === null ? undefined : `${id}-${chosen.id}` }
}

const none: readonly CannedReply[] = []

/** The list of canned replies above the composer: open while the text is a slash and a shortcut, or by its button. */
export function useCannedMenu({ conversation, text, onInsert }: CannedMenuOptions) {
  const isSupported = useExtension('canned_replies')
  const id = useId()
  const person = useMe()?.person?.name ?? null
  const [openedBy, setOpenedBy] = useState<'button' | null>(null)
  /** The text for which the list was closed with Esc. */
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [active, setActive] = useState({ query: '', index: 0 })
  const typedQuery = cannedQueryOf(text ?? '')
  const isOffered = isSupported && text !== null
  const isOpen = isOffered && (openedBy === 'button' || (typedQuery !== null && dismissed !== text))
  const query = typedQuery ?? ''
  const replies = useCannedReplies(isOpen)
  const { matches, index, chosen, optionId } = matchesOf((isOpen && replies.data) || none, query, active, id)
  const fill = (reply: CannedReply) => fillReply(reply.text, { conversation, person })
  const close = () => {
    setOpenedBy(null)
    setDismissed(text)
  }
  const insert = (reply: CannedReply) => {
    setOpenedBy(null)
    setDismissed(null)
    const words = filledText(fill(reply))
    // A list opened by its button keeps what is written already.
    onInsert(typedQuery === null ? `${text ?? ''}\n${words}`.trimStart() : words)
  }
  return {
    isOffered,
    isOpen,
    /** Id of the list, and of the option that the keys choose. */
    id,
    optionId,
    /** Attributes of the text field. */
    fieldProps: isOpen
      ? { 'aria-autocomplete': 'list' as const, 'aria-controls': id, 'aria-activedescendant': optionId }
      : {},
    query,
    matches,
    replies,
    chosen,
    pieces: chosen === null ? [] : fill(chosen),
    /** Why the text cannot be sent yet; null if it is not a shortcut. */
    unfinished:
      isOpen && typedQuery !== null ? 'Choose a canned reply, or press Esc to send this text as it is.' : null,
    toggle: () => (isOpen ? close() : setOpenedBy('button')),
    close,
    insert,
    choose: (next: number) => setActive({ query, index: next }),
    /** Handles a key of the text field; true if it was for the list. */
    onKey: (event: KeyboardEvent): boolean => {
      if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
      if (event.key === 'Escape') close()
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const by = event.key === 'ArrowDown' ? 1 : matches.length - 1
        if (matches.length > 0) setActive({ query, index: (index + by) % matches.length })
      } else if (event.key === 'Enter' && !event.shiftKey && chosen !== null) insert(chosen)
      else return false
      event.preventDefault()
      return true
    },
  }
}

export type CannedMenuState = ReturnType<typeof useCannedMenu>
