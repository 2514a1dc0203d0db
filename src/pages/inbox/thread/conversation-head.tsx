import { ArrowLeft, Check, Ellipsis, Link2, RotateCcw, UserPlus, UserRound } from 'lucide-react'
import { useRef, type ReactElement, type ReactNode, type Ref } from 'react'
import { useMe } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { conversationPath } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { triageFields, triageNames, type TriageName } from '#pages/inbox/triage/triage-fields.ts'
import { triageKeys, moreButtonId } from '#pages/inbox/triage/triage-keys.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'

/** A button with its shortcut in a tooltip. A disabled button has its own tooltip with the reason. */
function KeyButton({
  words,
  shortcut,
  reason,
  children,
}: {
  words: string
  shortcut: string
  reason: string | null
  children: ReactElement<Record<string, unknown>>
}) {
  const hasKeys = useStoredSetting(singleKeys) === 'on'
  if (reason !== null || !hasKeys) return children
  return (
    <Tooltip
      words={
        <>
          {words} <kbd>{shortcut}</kbd>
        </>
      }
    >
      {children}
    </Tooltip>
  )
}

const Keyed = ({ shortcut, children }: { shortcut?: string; children: ReactNode }) => (
  <span className="flex items-center justify-between gap-4">
    {children}
    {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
  </span>
)

/** Fields in the order of the menu. The status is last, since the header has buttons for it. */
const menuNames: readonly TriageName[] = [...triageNames.filter((name) => name !== 'status'), 'status']

function MoreMenu({ conversation }: { conversation: Conversation }) {
  const { lockedReason, choose } = useTriageTools()
  const more = useRef<HTMLButtonElement>(null)
  const address = `${window.location.origin}${conversationPath(conversation.id)}`
  return (
    <Menu trigger={<IconButton ref={more} id={moreButtonId} label="More" icon={<Ellipsis />} />}>
      {lockedReason === null && (
        <>
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

/** The header of an open conversation: number, subject, and the most frequent actions. */
export function ConversationHead({
  conversation,
  heading,
  onClose,
  onContact,
}: {
  conversation: Conversation
  heading: Ref<HTMLHeadingElement>
  onClose: () => void
  /** Opens the contact panel; null if the contact is always visible. */
  onContact: (() => void) | null
}) {
  const { triage, lockedReason } = useTriageTools()
  const me = useMe()?.person ?? null
  const { subject, status, assignee } = conversation
  const isMine = me !== null && assignee?.id === me.id
  const isDone = status === 'resolved'
  return (
    <header className="thread-head">
      <IconButton label="Back to list" icon={<ArrowLeft />} className="back sm:hidden" onClick={onClose} />
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex min-w-0 flex-1 items-baseline gap-2 font-semibold max-sm:order-1 max-sm:basis-full max-sm:pb-1"
      >
        <span className="mono flex-none font-normal text-text-3">{conversationName(conversation)}</span>
        <bdi className="cut max-sm:line-clamp-2 max-sm:whitespace-normal">{subject || 'No subject'}</bdi>
      </h2>
      {me !== null && !isMine && (
        <KeyButton words="Assign to me" shortcut={triageKeys.toMe} reason={lockedReason}>
          <Button
            className="max-lg:hidden"
            icon={<UserPlus />}
            reason={lockedReason}
            onClick={() => triage.apply(conversation, { assignee: { id: me.id, name: me.name } })}
          >
            Assign to me
          </Button>
        </KeyButton>
      )}
      <KeyButton words={isDone ? 'Reopen' : 'Resolve'} shortcut={triageKeys.resolve} reason={lockedReason}>
        <Button
          icon={isDone ? <RotateCcw /> : <Check />}
          reason={lockedReason}
          onClick={() => triage.apply(conversation, { status: isDone ? 'open' : 'resolved' })}
        >
          {isDone ? 'Reopen' : 'Resolve'}
        </Button>
      </KeyButton>
      {onContact !== null && <IconButton label="Show contact" icon={<UserRound />} onClick={onContact} />}
      <MoreMenu conversation={conversation} />
    </header>
  )
}
