import type { Conversation } from '#contract/conversation.ts'
import { Panel } from '#ui/overlays/panel.tsx'
import { contactName } from './contact-name.ts'
import { ContactPane } from './contact-pane.tsx'

/** Initials of the first and the last word, as a placeholder for a picture. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

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
