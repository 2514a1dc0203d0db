import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { findConversation } from './conversation-cache.ts'
import { refreshLists } from '#pages/inbox/triage/use-triage.ts'

export interface OpenConversation {
  /** What the list knows, until the service has said more. */
  conversation: Conversation | null
  error: ApiError | null
  retry: () => void
}

/** The conversation of an id. Without the endpoint it is what the lists know. */
export function useOpenConversation(id: string | null): OpenConversation {
  const client = useQueryClient()
  const hasDetail = useExtension('conversation_detail')
  const { data, error, refetch } = useQuery({
    ...q(api.read, { id: id ?? '' }),
    enabled: id !== null && hasDetail,
  })
  const isGone = error?.status === 404
  useEffect(() => {
    // Deleted meanwhile: the list should not go on showing it.
    if (isGone) void refreshLists(client)
  }, [isGone, client])
  if (id === null) return { conversation: null, error: null, retry: () => null }
  const known = data ?? findConversation(client, id) ?? null
  return { conversation: isGone ? null : known, error, retry: () => void refetch() }
}
