import { useQuery } from '@tanstack/react-query'
import { Inbox, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useExtension, useProduct } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { channelHistory } from '#contract/channel-history.ts'
import { channel as channelApi, type Channel, type ChannelDetail } from '#contract/channel.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'
import { ChannelTile, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { RefLink } from '#parts/display/ref-link.tsx'
import { ChannelStatusBadge, FlowStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { RawSection } from '#parts/display/use-raw.tsx'
import { useZone } from '#parts/display/zone.ts'
import { channelConversationsPath, channelRunsPath, flowPath, flowRunsPath } from '#ui/paths.ts'
import { TextOrAbsent } from '#ui/feedback/absent.tsx'
import { Figure } from '#ui/table/figure.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Panel } from '#ui/overlays/panel.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import type { OnSecretCreated } from '#pages/channels/set-up/channel-form-panel.tsx'
import { ChannelSetUp, type OneTimeSecret } from '#pages/channels/set-up/channel-set-up.tsx'
import { RemedyButton } from '#pages/channels/list/remedy-button.tsx'
import { channelRemedy, isEditableChannel } from '#parts/channels/channel-remedy.ts'
import { ChannelActions, ChannelOperations, DeliveriesLink } from './channel-actions.tsx'
import { channelWords } from '#parts/channels/channel-words.ts'
import type { ChannelsView } from '#pages/channels/channels-view.ts'
import { currentStatusStart } from './state-spans.ts'
import { ChannelHistorySection } from './channel-history.tsx'

const qualityWords = new Map<string, string>([
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
])

const qualityWord = (quality: string): string => qualityWords.get(quality) ?? quality

const tones: Record<string, 'bad' | 'warn' | 'info'> = { error: 'bad', reauth_required: 'warn' }

/** The status as a badge; if there is a problem, a sentence, and the button that helps or why there is none. */
function StatusSection({ channel, view }: { channel: Channel; view: ChannelsView }) {
  const hasHistory = useExtension('channel_history')
  const { id, status } = channel
  const isEditable = useExtension('channel_edit') && isEditableChannel(channel)
  const showsSince = status === 'error' || status === 'disconnected'
  const history = useQuery({ ...q(channelHistory.history, { id }), enabled: hasHistory && showsSince })
  const statusSince = history.data === undefined ? null : currentStatusStart(history.data, status)
  const { problem, advice } = channelWords(channel, { now: useNow(), zone: useZone() }, statusSince)
  const tone = tones[channel.status] ?? (channel.status === 'connected' && problem !== '' ? 'warn' : 'info')
  return (
    <section className="section grid justify-items-start gap-2" aria-label="Status">
      <span className="flex flex-wrap items-center gap-2">
        <ChannelStatusBadge channel={channel} boxed />
        {channel.sample && <Tag>sample</Tag>}
      </span>
      {(problem !== '' || advice !== '') && (
        <div className={`note w-full ${tone}`}>
          <div className="min-w-0 wrap-anywhere">
            {problem !== '' && <p className="font-semibold">{problem}</p>}
            {advice !== '' && <p className="text-text-2">{advice}</p>}
          </div>
        </div>
      )}
      {problem !== '' && !isEditable && (
        <p className="text-text-2">
          {channel.sample
            ? 'Sample channels can be deleted, but not changed.'
            : 'Change this channel where it was created.'}
        </p>
      )}
      {channelRemedy(channel) === 'credentials' && <RemedyButton channel={channel} view={view} />}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** `flowStatus` = status of the channel's flow, if known. */
function DetailsSection({ channel, flowStatus }: { channel: Channel; flowStatus: ChannelDetail['flow_status'] }) {
  return (
    <section className="section" aria-label="Details">
      <dl className="facts">
        <Fact name="Name">
          <bdi>{channel.name}</bdi>
        </Fact>
        <Fact name="Type">
          <TextOrAbsent text={channel.type && channelTypeWord(channel.type)} />
        </Fact>
        {!isAbsent(channel.provider) && <Fact name="Provider">{channel.provider}</Fact>}
        {!isAbsent(channel.identifier) && (
          <Fact name="Identifier">
            <CopyableId id={channel.identifier} label="Copy identifier" />
          </Fact>
        )}
        <Fact name="Flow">
          {channel.flow === null && isReturned(channel, 'flow') ? (
            <span className="text-text-3">None (messages do not start a flow)</span>
          ) : (
            <span className="flex flex-wrap items-center gap-x-2">
              <RefLink to={flowPath} of={channel.flow} />
              {flowStatus !== undefined && <FlowStatusBadge status={flowStatus} />}
            </span>
          )}
        </Fact>
        <Fact name="Last event">
          {channel.last_event_at === null && isReturned(channel, 'last_event_at') ? (
            <span className="text-text-3">Never</span>
          ) : (
            <TimeText at={channel.last_event_at} />
          )}
        </Fact>
        <Fact name="Queued">
          <Figure value={channel.pending_count} />
        </Fact>
        {!isAbsent(channel.quality) && <Fact name="Quality">{qualityWord(channel.quality)}</Fact>}
        <Fact name="Created">
          <TimeText at={channel.created_at} />
        </Fact>
        <Fact name="ID">
          <CopyableId id={channel.id} />
        </Fact>
      </dl>
    </section>
  )
}

const LastError = ({ error }: { error: NonNullable<Channel['last_error']> }) => (
  <section className="section">
    <h3>Last error</h3>
    <p className="wrap-anywhere">{error.message}</p>
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-text-3">
      <span className="wrap-anywhere">
        Code <span className="mono">{error.code}</span>
      </span>
      <TimeText at={error.at} />
    </p>
  </section>
)

/** Runs of the channel; in front of a product, whose runs have no channel, those of its flow. */
function ChannelRunsLink({ channel: { id, flow } }: { channel: Channel }) {
  const isProduct = useProduct() !== null
  if (isProduct && !flow?.id) return null
  return (
    <Link className="btn" to={isProduct ? flowRunsPath(flow?.id ?? '') : channelRunsPath(id)}>
      <ReceiptText /> {isProduct ? 'Runs of its flow' : 'Runs from this channel'}
    </Link>
  )
}

const RelatedLinks = ({ channel, view }: { channel: Channel; view: ChannelsView }) => (
  <section className="section grid justify-items-start gap-2" aria-label="Related">
    <DeliveriesLink channel={channel} view={view} />
    <Link className="btn" to={channelConversationsPath(channel.id)}>
      <Inbox /> Conversations in this channel
    </Link>
    <ChannelRunsLink channel={channel} />
  </section>
)

const PanelSkeleton = () => (
  <Delayed>
    <output className="section grid gap-3" aria-label="Loading">
      {['w-1/3', 'w-full', 'w-2/3', 'w-1/2'].map((width) => (
        <span key={width} className={`skeleton ${width}`} />
      ))}
    </output>
  </Delayed>
)

/**
 * All details of a channel. The channel is read separately, so that a link works even if the list does not contain it.
 * If the service does not support that, the row of the list is shown.
 * @param row the channel in the list, if it is loaded
 */
export function ChannelPanel({
  id,
  row,
  view,
  secret,
  onSecretCreated,
  onClose,
}: {
  id: string
  row: Channel | undefined
  view: ChannelsView
  /** A signing secret that was just created. */
  secret: OneTimeSecret | null
  onSecretCreated: OnSecretCreated
  onClose: () => void
}) {
  const canRead = useExtension('channel_read')
  const hasHistory = useExtension('channel_history')
  const read = useQuery({ ...q(channelApi.read, { id }), enabled: canRead })
  const isGone = read.error?.status === 404
  const channel = isGone ? undefined : (read.data ?? row)
  return (
    <Panel
      title={channel ? <bdi>{channel.name}</bdi> : 'Channel'}
      icon={channel && <ChannelTile type={channel.type} />}
      takesFocus
      actions={channel && <ChannelActions channel={channel} view={view} onClose={onClose} />}
      onClose={onClose}
    >
      {read.error !== null && (
        <div className="section">
          <LoadNote what="This channel" error={read.error} onRetry={() => void read.refetch()} />
        </div>
      )}
      {channel ? (
        <>
          <StatusSection channel={channel} view={view} />
          {read.data && <ChannelOperations channel={read.data} onSecretCreated={onSecretCreated} />}
          {read.data && isEditableChannel(read.data) && <ChannelSetUp channel={read.data} secret={secret} />}
          {channel.last_error !== null && <LastError error={channel.last_error} />}
          {hasHistory && <ChannelHistorySection channel={channel} view={view} />}
          <DetailsSection channel={channel} flowStatus={read.data?.flow_status} />
          <RelatedLinks channel={channel} view={view} />
          <RawSection what={channel.name} of={channel} />
        </>
      ) : canRead ? (
        read.error === null && <PanelSkeleton />
      ) : (
        <div className="section">
          <Note title="This channel is not on this page of the list">
            <p>This service returns channels only in its list. Search for the channel by name.</p>
          </Note>
        </div>
      )}
    </Panel>
  )
}
