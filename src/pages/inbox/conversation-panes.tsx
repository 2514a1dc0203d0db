import { useExtension } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { ContactColumn } from './contact/contact-column.tsx'
import { contactKey, useContactColumn } from './contact/use-contact-column.ts'
import { ConversationPane } from './thread/conversation-pane.tsx'
import type { InboxView, OnInboxView } from './inbox-view.ts'
import type { OpenConversation } from './thread/use-open-conversation.ts'

/** The open conversation: its thread, and its contact beside it or in a panel. */
export function ConversationPanes({
  view,
  id,
  isSettled,
  wasClicked,
  open,
  shownConversation,
  searchOf,
  onView,
}: {
  view: InboxView
  id: string
  isSettled: boolean
  wasClicked: boolean
  open: OpenConversation
  shownConversation: Conversation | null
  searchOf: (id: string) => string
  onView: OnInboxView
}) {
  const column = useContactColumn()
  const hasThread = useExtension('conversation_detail')
  // Without a thread there is nothing else to show.
  const isShown = !hasThread || (column.isPossible ? column.isOpen : view.isContactOpen)
  const close = () => onView({ ...view, conversation: null, isContactOpen: false }, true)
  const showContact = (isContactOpen: boolean) => {
    if (column.isPossible) column.setOpen(isContactOpen)
    else onView({ ...view, isContactOpen }, !isContactOpen)
  }
  useShortcuts(hasThread ? { [contactKey]: () => showContact(!isShown) } : {})
  return (
    <>
      {hasThread && (
        <ConversationPane
          id={id}
          isSettled={isSettled}
          conversation={open.conversation}
          error={open.error}
          wasClicked={wasClicked}
          onRetry={open.retry}
          onClose={close}
          onContact={isShown && column.isPossible ? null : () => showContact(true)}
        />
      )}
      {isSettled && shownConversation !== null && isShown && (
        <ContactColumn
          conversation={shownConversation}
          isColumn={column.isPossible}
          searchOf={searchOf}
          onClose={hasThread ? () => showContact(false) : column.isPossible ? null : close}
        />
      )}
    </>
  )
}
