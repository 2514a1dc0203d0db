import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension, useMe } from '#api/me.ts'
import { q } from '#api/query.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { knownTotal } from '#parts/known-total.ts'
import { ListNote } from '#parts/list-note.tsx'
import { LoadError } from '#parts/load-error.tsx'
import { StaleNote } from '#parts/load-note.tsx'
import { Page } from '#shell/page.tsx'
import { settingsPath } from '#src/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChannelPanel } from './channel-panel.tsx'
import { ChannelsFilter } from './channels-filter.tsx'
import { ChannelsList, ChannelsSkeleton } from './channels-list.tsx'
import { isFiltered, listInput, readView, writeView, type ChannelsView } from './channels-view.ts'

/** States change without anybody's doing: the list is read again this often while it is looked at. */
const refetchMs = 60_000

function NoChannels() {
  const navigate = useNavigate()
  const hasSample = useExtension('sample')
  const isOwner = useMe()?.role === 'owner'
  const ways = [
    {
      icon: <FlaskConical />,
      title: 'Add the sample',
      words: 'Made-up channels of every type and state, with flows and conversations. Removed as easily.',
      onChoose: () => void navigate(settingsPath('data')),
    },
  ]
  return (
    <EmptyState
      title="No channels yet"
      words="A channel is where messages come from and go to: a mailbox, a chat on your site, a phone number, a webhook. Here you will see whether each one works, and what to do where it does not."
      ways={hasSample && isOwner ? ways : []}
    />
  )
}

export function ChannelsPage() {
  const [query, setQuery] = useSearchParams()
  const view = readView(query)
  const channels = useQuery({
    ...q(channelApi.list, listInput(view)),
    refetchInterval: refetchMs,
  })
  const page = channels.data
  const onView = (next: ChannelsView) => setQuery(writeView(next), { replace: next.search !== view.search })
  const close = (id: string | null) => {
    // The card is still there: the focus goes back to it before the panel goes.
    document.querySelector<HTMLElement>(`[data-channel="${CSS.escape(id ?? '')}"]`)?.focus()
    onView({ ...view, channel: null })
  }
  const none = page?.count === 0 && !isFiltered(view)
  return (
    <Page title="Channels" count={knownTotal(page) ?? undefined} busy={channels.isFetching && page !== undefined}>
      <div className="flex min-h-0 flex-1">
        <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
          {!none && <ChannelsFilter view={view} onView={onView} />}
          {page !== undefined && (
            <StaleNote what="Channels" error={channels.error} onRetry={() => void channels.refetch()} />
          )}
          {page !== undefined ? (
            none ? (
              <NoChannels />
            ) : (
              <>
                <ListNote
                  page={page}
                  filters={[
                    ...(view.types.length > 0 ? ['type'] : []),
                    ...(view.statuses.length > 0 ? ['status'] : []),
                  ]}
                />
                <ChannelsList page={page} view={view} onView={onView} />
              </>
            )
          ) : channels.error !== null ? (
            <LoadError what="Channels" error={channels.error} onRetry={() => void channels.refetch()} />
          ) : (
            <ChannelsSkeleton />
          )}
        </div>
        {view.channel !== null && (
          <ChannelPanel
            key={view.channel}
            id={view.channel}
            row={page?.results.find((one) => one.id === view.channel)}
            onClose={() => close(view.channel)}
          />
        )}
      </div>
    </Page>
  )
}
