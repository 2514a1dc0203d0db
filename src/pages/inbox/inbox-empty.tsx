/** What the inbox shows where there is no conversation, and the line with its keys. */
import { Inbox, RadioTower } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useExtension, useLacks, useProduct, useWriteReason } from '#api/query/me.ts'
import { allConversationsQuery } from '#shell/navigation/built-in-views.ts'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { paths } from '#ui/paths.ts'

export const NothingOpen = () => (
  <section className="thread max-sm:hidden" aria-label="Conversation">
    <p className="m-auto max-w-[300px] p-6 text-center text-text-3">
      No conversation is open. Choose one
      <span className="pointer-coarse:hidden">
        , or move with <kbd>j</kbd> and <kbd>k</kbd>
      </span>
      .
    </p>
  </section>
)

export function InboxEmpty() {
  const navigate = useNavigate()
  const product = useProduct()
  const lacksCreation = useLacks('channel.create')
  const canCreateChannel = useExtension('channel_edit') && !lacksCreation
  if (product !== null && !canCreateChannel)
    return (
      <EmptyState
        quiet
        title="No conversations yet"
        words={`The conversations of ${product.title} are listed here.`}
        actions={[]}
      />
    )
  return (
    <EmptyState
      title="No conversations yet"
      words="When someone writes to one of your channels, the conversation appears here with its flow runs and their cost."
      actions={[
        {
          icon: <RadioTower />,
          title: 'Go to channels',
          words: 'Connect a channel to receive messages.',
          onChoose: () => void navigate(paths.channels),
        },
      ]}
    />
  )
}

/** No conversation is open: the work is done. */
export function AllDone() {
  const navigate = useNavigate()
  return (
    <EmptyState
      quiet
      title="All done"
      words="Every conversation is resolved, snoozed or pending. New messages appear here."
      actions={[
        {
          icon: <Inbox />,
          title: 'All conversations',
          words: 'Show those that are resolved, snoozed or pending, too.',
          onChoose: () => void navigate(`${paths.inbox}?${allConversationsQuery}`),
        },
      ]}
    />
  )
}

const listKeys = [
  [['j', 'k'], 'move'],
  [['e'], 'resolve'],
  [['s'], 'snooze'],
  [['a'], 'assign'],
  [['?'], 'all'],
] as const

/** The keys of the list, below it. */
export function ListKeys() {
  const hasKeys = useStoredSetting(singleKeys) === 'on'
  const mayWrite = useWriteReason() === null
  const hasThread = useExtension('conversation_detail')
  const canEdit = !useLacks('conversation.edit')
  if (!hasKeys || !mayWrite || !hasThread || !canEdit) return null
  return (
    <p className="list-keys" aria-hidden="true">
      {listKeys.map(([keys, words]) => (
        <span key={words}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {words}
        </span>
      ))}
    </p>
  )
}
