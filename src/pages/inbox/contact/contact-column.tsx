import { PanelRightClose } from 'lucide-react'
import type { Conversation } from '#contract/conversation.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { PaneGrip } from '#ui/panes/pane-grip.tsx'
import { contactName } from './contact-name.ts'
import { ContactPane } from './contact-pane.tsx'
import { initialsOf } from './initials.ts'
import { contactButtonId, contactKey, contactPane } from './use-contact-column.ts'

/** The contact beside the thread; as a panel if there is no space. */
export function ContactColumn({
  conversation,
  isColumn,
  searchOf,
  onClose,
}: {
  conversation: Conversation
  isColumn: boolean
  searchOf: (id: string) => string
  /** Null = always visible. */
  onClose: (() => void) | null
}) {
  const { contact } = conversation
  const name = contactName(conversation)
  const pane = <ContactPane key={contact.id} conversation={conversation} searchOf={searchOf} />
  if (!isColumn && onClose !== null)
    return (
      <Panel title={<bdi>{name}</bdi>} onClose={onClose}>
        {pane}
      </Panel>
    )
  const initials = initialsOf(contact.name)
  return (
    <aside className="contact" aria-label="Contact">
      <div className="contact-head">
        {initials !== '' && (
          <span className="initials" aria-hidden="true">
            {initials}
          </span>
        )}
        <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        {onClose !== null && (
          <IconButton
            id={contactButtonId}
            label="Hide contact"
            shortcut={contactKey}
            icon={<PanelRightClose />}
            onClick={onClose}
          />
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-auto">{pane}</div>
      <PaneGrip pane={contactPane} edge="left" label="Width of the contact" />
    </aside>
  )
}
