import type { Conversation } from '#contract/conversation.ts'
import { Panel } from '#ui/overlays/panel.tsx'
import { contactName } from './contact-name.ts'
import { ContactPane } from './contact-pane.tsx'
import { initialsOf } from './initials.ts'

/** The contact beside the thread; as a panel if there is no space. */
export function ContactColumn({
  conversation,
  searchOf,
  onClose,
}: {
  conversation: Conversation
  searchOf: (id: string) => string
  /** Null = always visible. */
  onClose: (() => void) | null
}) {
  const { contact } = conversation
  const name = contactName(conversation)
  if (onClose !== null)
    return (
      <Panel title={<bdi>{name}</bdi>} onClose={onClose}>
        <ContactPane key={contact.id} conversation={conversation} searchOf={searchOf} />
      </Panel>
    )
  const initials = initialsOf(contact.name)
  return (
    <aside className="contact" aria-label="Contact">
      <div className="section flex items-center gap-2.5">
        {initials !== '' && (
          <span className="initials" aria-hidden="true">
            {initials}
          </span>
        )}
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
      </div>
      <ContactPane key={contact.id} conversation={conversation} searchOf={searchOf} />
    </aside>
  )
}
