import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { findConversation } from './conversation-cache.ts'
import { refreshLists } from '#pages/inbox/triage/use-triage.ts'

export interface OpenConversation {
  /** The list's data, until the service has answered. */
  conversation: Conversation | null
  error: ApiError | null
  retry: () => void
}

/** The conversation with an id. Without the endpoint, the data of the lists. */
export function useOpenConversation(id: string | null): OpenConversation {
  const client = useQueryClient()
  const hasDetail = useExtension('conversation_detail')
  const { data, error, refetch } = useQuery({
    ...q(api.read, { id: id ?? '' }),
    enabled: id !== null && hasDetail,
  })
  const isGone = error?.status === 404
  useEffect(() => {
    // Deleted meanwhile: removes it from the list.
    if (isGone) void refreshLists(client)
  }, [isGone, client])
  if (id === null) return { conversation: null, error: null, retry: () => null }
  const known = data ?? findConversation(client, id) ?? null
  return { conversation: isGone ? null : known, error, retry: () => void refetch() }
}
