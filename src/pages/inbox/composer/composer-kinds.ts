import { useExtension } from '#api/query/me.ts'
import type { ComposerKind } from './composer-drafts.ts'

/** The kinds of text that the service supports. */
export function useComposerKinds(): ComposerKind[] {
  const hasReply = useExtension('conversation_reply')
  const hasNote = useExtension('conversation_note')
  return [...(hasReply ? (['reply'] as const) : []), ...(hasNote ? (['note'] as const) : [])]
}
