import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { findConversation } from './conversation-cache.ts'
import { refreshLists } from '#pages/inbox/triage/use-triage.ts'

export interface OpenConversation {
  /** From a cached list until the conversation is loaded. */
  conversation: Conversation | null
  error: ApiError | null
  retry: () => void
}

/**
 * The conversation with an id; from the cached lists if the service has no endpoint for it.
 * @param isSettled whether it may be requested: not while the user steps through the list
 */
export function useOpenConversation(id: string | null, isSettled: boolean): OpenConversation {
  const client = useQueryClient()
  const hasDetail = useExtension('conversation_detail')
  const { data, error, refetch } = useQuery({
    ...q(api.read, { id: id ?? '' }),
    enabled: id !== null && hasDetail && isSettled,
  })
  const isDeleted = error?.status === 404
  useEffect(() => {
    // The conversation was deleted: the refetched lists no longer contain it.
    if (isDeleted) void refreshLists(client)
  }, [isDeleted, client])
  if (id === null) return { conversation: null, error: null, retry: () => null }
  const known = data ?? findConversation(client, id) ?? null
  return { conversation: isDeleted ? null : known, error, retry: () => void refetch() }
}
