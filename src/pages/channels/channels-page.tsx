import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension, useMe, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { StaleNote } from '#parts/display/load-note.tsx'
import { RefusedFilters } from '#parts/lists/refused-filters.tsx'
import { withRefused } from '#parts/lists/refused-filter-words.ts'
import { Page } from '#shell/page.tsx'
import { settingsPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { ChannelsFilter } from './list/channels-filter.tsx'
import { ChannelsList, ChannelsSkeleton } from './list/channels-list.tsx'
import type { OneTimeSecret } from './set-up/channel-set-up.tsx'
import {
  isChannelsFiltered,
  channelsLinkTo,
  channelsListInput,
  openChannelId,
  readChannelsView,
  refusedChannelsFilters,
  writeChannelsView,
  type ChannelsPanel,
  type ChannelsView,
} from './channels-view.ts'
import { NewChannelPanel } from './set-up/new-channel-panel.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Panels beside the list are loaded when first opened, since users often need only the list. */
const ChannelPanel = lazyPart(async () => (await import('./details/channel-panel.tsx')).ChannelPanel)
const NewChannelForm = lazyPart(async () => (await import('./set-up/channel-form-panel.tsx')).NewChannelForm)
const EditChannelForm = lazyPart(async () => (await import('./set-up/channel-form-panel.tsx')).EditChannelForm)
const DeliveryLog = lazyPart(async () => (await import('./deliveries/delivery-log.tsx')).DeliveryLog)

/** Refetch interval while the list is visible: statuses change without a user's action. */
const refetchMs = 60_000

function NoChannels({ onNew }: { onNew: (() => void) | null }) {
  const navigate = useNavigate()
  const hasSample = useExtension('sample')
  const isOwner = useMe()?.role === 'owner'
  const ways = [
    ...(onNew === null
      ? []
      : [
          {
            icon: <Plus />,
            title: 'New channel',
            words: 'A web chat only needs a name.',
            onChoose: onNew,
          },
        ]),
    ...(hasSample && isOwner
      ? [
          {
            icon: <FlaskConical />,
            title: 'Add sample data',
            words: 'Demo channels of every type and status, with flows and conversations. Can be removed in one click.',
            onChoose: () => void navigate(settingsPath('data')),
          },
        ]
      : []),
  ]
  return (
    <EmptyState
      title="No channels yet"
      words="A channel receives and sends messages: a mailbox, web chat, phone number or webhook. Its status and any problems appear here."
      actions={ways}
    />
  )
}

interface CreatedSecret extends OneTimeSecret {
  /** Id of the channel that the secret belongs to. */
  id: string
}

/** The panel that is open beside the list. */
function ChannelSidePanel({
  view,
  rows,
  onClose,
}: {
  view: ChannelsView
  rows: readonly Channel[]
  onClose: () => void
}) {
  const mayWrite = useWriteReason() === null
  const canEdit = useExtension('channel_edit')
  const hasLog = useExtension('channel_deliveries')
  // The new secret is shown until the panel is closed, and never again.
  const [createdSecret, setCreatedSecret] = useState<CreatedSecret | null>(null)
  const { panel } = view
  const id = openChannelId(view)
  if (createdSecret !== null && createdSecret.id !== id && panel.kind !== 'new') setCreatedSecret(null)
  const onSecretCreated = (of: string, text: string | null) => setCreatedSecret({ id: of, text })
  const row = rows.find((one) => one.id === id)
  if (panel.kind === 'new') {
    if (!mayWrite || !canEdit) return null
    return panel.type === null ? (
      <NewChannelPanel view={view} panel={panel} onClose={onClose} />
    ) : (
      <NewChannelForm key={panel.type} view={view} panel={panel} onSecretCreated={onSecretCreated} onClose={onClose} />
    )
  }
  if (id === null) return null
  if (panel.kind === 'edit' && mayWrite && canEdit)
    return <EditChannelForm key={id} view={view} id={id} onSecretCreated={onSecretCreated} onClose={onClose} />
  if (panel.kind === 'log' && hasLog)
    return <DeliveryLog key={id} view={view} panel={panel} channel={row} onClose={onClose} />
  return (
    <ChannelPanel
      key={id}
      id={id}
      row={row}
      view={view}
      secret={createdSecret?.id === id ? createdSecret : null}
      onSecretCreated={onSecretCreated}
      onClose={onClose}
    />
  )
}

/** The button for a new channel, and its action; `open` null = this user or service cannot create channels. */
function useNewChannel(view: ChannelsView) {
  const navigate = useNavigate()
  const reason = useWriteReason()
  const canEdit = useExtension('channel_edit')
  const panel: ChannelsPanel = { kind: 'new', type: null, flow: null, key: null }
  const open = () => void navigate(channelsLinkTo(view, { panel }))
  useShortcuts(canEdit && reason === null ? { n: open } : {})
  const button = canEdit && (
    <Button variant="primary" icon={<Plus />} reason={reason} onClick={open}>
      New channel
    </Button>
  )
  return { button, open: canEdit && reason === null ? open : null }
}

export function ChannelsPage() {
  const [query, setQuery] = useSearchParams()
  const view = readChannelsView(query)
  const channels = useQuery({
    ...q(channelApi.list, channelsListInput(view)),
    refetchInterval: refetchMs,
  })
  const page = channels.data
  const onView = (next: ChannelsView) => setQuery(writeChannelsView(next), { replace: next.search !== view.search })
  const close = () => {
    // The focus returns to the row before the panel is unmounted.
    document.querySelector<HTMLElement>(`[data-channel="${CSS.escape(openChannelId(view) ?? '')}"]`)?.focus()
    onView({ ...view, panel: { kind: 'none' } })
  }
  const { button, open } = useNewChannel(view)
  const isAccountEmpty = page?.count === 0 && !isChannelsFiltered(view)
  return (
    <Page
      title="Channels"
      count={knownTotal(page) ?? undefined}
      busy={channels.isFetching && page !== undefined}
      primary={button || undefined}
    >
      <div className="flex min-h-0 flex-1">
        <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
          {!isAccountEmpty && <ChannelsFilter view={view} onView={onView} />}
          <RefusedFilters
            refused={refusedChannelsFilters(query)}
            onRemove={(others) => setQuery(withRefused(writeChannelsView(view), others))}
          />
          {page !== undefined && (
            <StaleNote what="Channels" error={channels.error} onRetry={() => void channels.refetch()} />
          )}
          {page !== undefined ? (
            isAccountEmpty ? (
              <NoChannels onNew={open} />
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
        <Suspense>
          <ChannelSidePanel view={view} rows={page?.results ?? []} onClose={close} />
        </Suspense>
      </div>
    </Page>
  )
}
