import { useLacks, useWriteReason } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { Composer } from '#pages/inbox/composer/composer.tsx'
import { composerDrafts } from '#pages/inbox/composer/composer-drafts.ts'
import { Thread } from './thread.tsx'
import { useComposerKinds } from '#pages/inbox/composer/composer-kinds.ts'
import { useDraftKey } from '#pages/inbox/composer/use-composer.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'

/** The thread of a conversation, and its composer. `isSettled`: the user does not step on to another one. */
export function OpenThread({ conversation, isSettled }: { conversation: Conversation; isSettled: boolean }) {
  const { id } = conversation
  const { triage } = useTriageTools()
  const mayWrite = useWriteReason() === null
  const kinds = useComposerKinds()
  const canEdit = !useLacks('conversation.edit')
  const draftKey = useDraftKey(id)
  const canAnswer = draftKey !== null && mayWrite && kinds.includes('reply')
  return (
    <>
      <Thread
        key={id}
        conversation={conversation}
        isSettled={isSettled}
        onResend={canAnswer ? (text) => composerDrafts.append(draftKey, text) : null}
        onRead={() => {
          if (mayWrite && canEdit) triage.markRead(conversation)
        }}
      />
      {isSettled && draftKey !== null && kinds.length > 0 && (
        <Composer key={draftKey} conversation={conversation} draftKey={draftKey} kinds={kinds} />
      )}
    </>
  )
}
