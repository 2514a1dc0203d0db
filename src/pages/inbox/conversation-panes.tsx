import { useExtension } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { useMedia } from '#ui/browser/media.ts'
import { ContactColumn } from './contact/contact-column.tsx'
import { ConversationPane } from './thread/conversation-pane.tsx'
import { threePanesQuery, type InboxView, type OnInboxView } from './inbox-view.ts'
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
  const isWide = useMedia(threePanesQuery)
  const hasThread = useExtension('conversation_detail')
  const close = () => onView({ ...view, conversation: null, isContactOpen: false }, true)
  const closeContact = () => (hasThread ? onView({ ...view, isContactOpen: false }, true) : close())
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
          onContact={isWide ? null : () => onView({ ...view, isContactOpen: true })}
        />
      )}
      {isSettled && shownConversation !== null && (isWide || view.isContactOpen || !hasThread) && (
        <ContactColumn conversation={shownConversation} searchOf={searchOf} onClose={isWide ? null : closeContact} />
      )}
    </>
  )
}
