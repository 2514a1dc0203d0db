import { AlarmClock, ArrowLeft, Check, Ellipsis, Link2, RotateCcw, UserPlus, UserRound } from 'lucide-react'
import { useRef, type ReactNode, type Ref } from 'react'
import { useLacks, useMe } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { conversationPath } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { triageFields, triageNames, type TriageName } from '#pages/inbox/triage/triage-fields.ts'
import { contactName } from '#pages/inbox/contact/contact-name.ts'
import { contactButtonId, contactKey } from '#pages/inbox/contact/use-contact-column.ts'
import { moreButtonId, snoozeButtonId, triageKeys } from '#pages/inbox/triage/triage-keys.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'

/** The key of a button, inside it; hidden where there is no keyboard, or if single keys are off. */
function ButtonKey({ shortcut }: { shortcut: string }) {
  const hasKeys = useStoredSetting(singleKeys) === 'on'
  return hasKeys ? (
    <kbd aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
      {shortcut}
    </kbd>
  ) : null
}

const Keyed = ({ shortcut, children }: { shortcut?: string; children: ReactNode }) => (
  <span className="flex items-center justify-between gap-4">
    {children}
    {shortcut !== undefined && (
      <kbd aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
        {shortcut}
      </kbd>
    )}
  </span>
)

/** Fields in the order of the menu. The status is last, since the header has buttons for it. */
const menuNames: readonly TriageName[] = [...triageNames.filter((name) => name !== 'status'), 'status']

function MoreMenu({
  conversation,
  onContact,
}: {
  conversation: Conversation
  /** Shows the contact, on a phone, which has no button for it; null if it is visible. */
  onContact: (() => void) | null
}) {
  const { triage, lockedReason, choose } = useTriageTools()
  const me = useMe()?.person ?? null
  const more = useRef<HTMLButtonElement>(null)
  const address = `${window.location.origin}${conversationPath(conversation.id)}`
  return (
    <Menu trigger={<IconButton ref={more} id={moreButtonId} label="More" icon={<Ellipsis />} />}>
      {onContact !== null && (
        <div className="sm:hidden">
          <MenuItem icon={<UserRound />} onSelect={onContact}>
            Show contact
          </MenuItem>
          <MenuLine />
        </div>
      )}
      {lockedReason === null && (
        <>
          {me !== null && conversation.assignee?.id !== me.id && (
            <MenuItem
              icon={<UserPlus />}
              onSelect={() => void triage.apply(conversation, { assignee: { id: me.id, name: me.name } })}
            >
              <Keyed shortcut={triageKeys.toMe}>Assign to me</Keyed>
            </MenuItem>
          )}
          {menuNames.map((name) => {
            const { action, Icon, key } = triageFields[name]
            return (
              <MenuItem
                key={name}
                icon={<Icon />}
                onSelect={() => more.current && choose(name, conversation, more.current)}
              >
                <Keyed {...(key === undefined ? {} : { shortcut: key })}>{action}</Keyed>
              </MenuItem>
            )
          })}
          <MenuLine />
        </>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => copyText(address)}>
        Copy link
      </MenuItem>
    </Menu>
  )
}

/** Number and subject; where the contact is not shown beside them, below its name. */
function HeadText({ conversation, hasName }: { conversation: Conversation; hasName: boolean }) {
  const number = <span className="mono flex-none font-normal text-text-3">{conversationName(conversation)}</span>
  const subject = conversation.subject || 'No subject'
  if (!hasName)
    return (
      <span className="flex items-baseline gap-2">
        {number}
        <bdi className="cut">{subject}</bdi>
      </span>
    )
  return (
    <>
      <bdi className="cut block">{contactName(conversation)}</bdi>
      <span className="flex items-baseline gap-1.5 text-xs font-normal text-text-2">
        {number}
        <bdi className="cut">{subject}</bdi>
      </span>
    </>
  )
}

/** The header of an open conversation: who and what it is about, and the most frequent actions. */
export function ConversationHead({
  conversation,
  heading,
  onClose,
  onContact,
}: {
  conversation: Conversation
  heading: Ref<HTMLHeadingElement>
  onClose: () => void
  /** Shows the contact; null if it is visible. */
  onContact: (() => void) | null
}) {
  const { triage, lockedReason, choose } = useTriageTools()
  const snooze = useRef<HTMLButtonElement>(null)
  const canEdit = !useLacks('conversation.edit')
  const isDone = conversation.status === 'resolved'
  return (
    <header className="thread-head">
      <IconButton label="Back to list" icon={<ArrowLeft />} className="back sm:hidden" onClick={onClose} />
      <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 font-semibold">
        <HeadText conversation={conversation} hasName={onContact !== null} />
      </h2>
      {canEdit && !isDone && (
        <Button
          ref={snooze}
          id={snoozeButtonId}
          variant="quiet"
          className="max-lg:hidden"
          icon={<AlarmClock />}
          reason={lockedReason}
          onClick={() => snooze.current && choose('snoozed_until', conversation, snooze.current)}
        >
          Snooze
          <ButtonKey shortcut={triageFields.snoozed_until.key ?? ''} />
        </Button>
      )}
      {canEdit && (
        <Button
          icon={isDone ? <RotateCcw /> : <Check />}
          reason={lockedReason}
          onClick={() => void triage.apply(conversation, { status: isDone ? 'open' : 'resolved' })}
        >
          <span className="max-sm:sr-only">{isDone ? 'Reopen' : 'Resolve'}</span>
          <ButtonKey shortcut={triageKeys.resolve} />
        </Button>
      )}
      {onContact !== null && (
        <IconButton
          id={contactButtonId}
          label="Show contact"
          shortcut={contactKey}
          className="max-sm:hidden"
          icon={<UserRound />}
          onClick={onContact}
        />
      )}
      <MoreMenu conversation={conversation} onContact={onContact} />
    </header>
  )
}
