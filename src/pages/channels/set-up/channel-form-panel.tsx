import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/request/client.ts'
import { useMe } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, type ChannelDetail } from '#contract/channel.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import {
  channelDraftOf,
  creatableChannelType,
  newChannelDraft,
  channelDrafts,
  type ChannelDraft,
} from '#parts/channels/channel-draft.ts'
import { ChannelFields } from '#parts/channels/channel-fields.tsx'
import { isChannelField } from '#parts/channels/channel-problems.ts'
import { useChannelForm } from '#parts/channels/use-channel-form.ts'
import { ChannelTile, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { DraftPanel, useStoredDraft } from '#parts/forms/draft-panel.tsx'
import { useDraftOwner } from '#parts/forms/form-panel.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { channelsLinkTo, type ChannelsPanel, type ChannelsView } from '#pages/channels/channels-view.ts'
import { useSaveChannel } from './use-save-channel.ts'

/** Called with a new signing secret, to be shown once; null if the response with it was lost. */
export type OnSecretCreated = (id: string, secret: string | null) => void

/** Binds the channel to a flow's key, so that incoming messages start the flow. */
function useBindToFlow(panel: ChannelsPanel) {
  const bind = useApiMutation(flowApi.bind)
  if (panel.kind !== 'new' || panel.flow === null || panel.key === null) return null
  const { flow, key } = panel
  return (channel: ChannelDetail) =>
    bind.mutate(
      { id: flow, body: { channels: { [key]: channel.id } } },
      {
        onError: ({ detail }) =>
          showToast({ message: `The channel was created, but not selected in the flow: ${detail} Select it there.` }),
      },
    )
}

/** Whether a signing secret is created with the channel. */
const makesSecret = ({ type, config, credentials }: ChannelDraft): boolean =>
  type === 'webhook' && config['preset'] !== 'none' && (credentials['signing_secret'] ?? '') === ''

interface ChannelFormProps {
  view: ChannelsView
  /** The edited channel; null = a new one. */
  channel: ChannelDetail | null
  initialDraft: ChannelDraft
  /** Storage key of the draft. */
  draftKey: string
  /** The channel was deleted while it was edited. */
  isDeleted?: boolean
  onSecretCreated: OnSecretCreated
}

function ChannelFormPanel({
  view,
  channel,
  initialDraft,
  draftKey,
  isDeleted = false,
  onSecretCreated,
}: ChannelFormProps) {
  const navigate = useNavigate()
  const currency = useMe()?.account.currency ?? null
  const storedDraft = useStoredDraft(channelDrafts, draftKey)
  const state = useChannelForm(initialDraft, storedDraft.draft ?? initialDraft, draftKey)
  const { draft, form } = state
  const bind = useBindToFlow(view.panel)
  const go = (panel: ChannelsPanel) => void navigate(channelsLinkTo(view, { panel }))
  const isNew = channel === null
  const saving = useSaveChannel(channel?.id ?? null, {
    onRefused: state.showServiceProblems,
    onSaved: (saved, secret) => {
      storedDraft.remove()
      if (isNew) {
        bind?.(saved)
        // A secret that the user entered is not shown again.
        if (secret !== null || makesSecret(draft)) onSecretCreated(saved.id, secret)
      }
      showToast({ message: isNew ? `“${saved.name}” was created` : `“${saved.name}” was saved` })
      void navigate(channelsLinkTo(view, { panel: { kind: 'channel', id: saved.id } }), { replace: true })
    },
  })
  return (
    <DraftPanel
      noun="channel"
      name={channel?.name ?? null}
      newName={`channel: ${channelTypeWord(draft.type)}`}
      icon={<ChannelTile type={draft.type} />}
      storedDraft={storedDraft}
      draft={draft}
      state={state}
      saving={saving}
      isField={isChannelField}
      isDeleted={isDeleted}
      onSave={() => saving.save(draft, draft.version)}
      onBack={() => go(isNew ? { kind: 'none' } : { kind: 'channel', id: channel.id })}
      onReturn={() => go(view.panel)}
    >
      {isNew && <p className="form-all text-text-2">{channelDescriptors[draft.type].summary}</p>}
      <ChannelFields form={form} currency={currency} />
    </DraftPanel>
  )
}

interface ChannelPanelProps {
  view: ChannelsView
  onSecretCreated: OnSecretCreated
  onClose: () => void
}

/** The flow for which a channel is created, with its name. */
function useNamedFlow(id: string | null): ChannelDraft['flow'] | undefined {
  const read = useQuery({
    // A separate key: the cache of an open flow has another shape.
    queryKey: ['flow', 'name', id],
    queryFn: async ({ signal }) => (await call(flowApi.read, { id: id ?? '' }, { signal })).name,
    enabled: id !== null,
  })
  if (id === null) return null
  if (read.data !== undefined) return { id, name: read.data }
  return read.error === null ? undefined : null
}

/** The form of a new channel; in the URL as `?new=webchat`. */
export function NewChannelForm({
  view,
  panel,
  onSecretCreated,
  onClose,
}: ChannelPanelProps & { panel: ChannelsPanel & { kind: 'new' } }) {
  const owner = useDraftOwner()
  const flow = useNamedFlow(panel.flow)
  const { type } = panel
  if (type === null) return null
  if (flow === undefined)
    return (
      <Panel wide title="New channel" onClose={onClose}>
        <SkeletonRows rows={6} />
      </Panel>
    )
  const draftKey = `${owner} ${type}${panel.flow === null ? '' : ` for ${panel.flow}`}`
  return (
    <ChannelFormPanel
      key={draftKey}
      view={view}
      channel={null}
      initialDraft={newChannelDraft(type, flow)}
      draftKey={draftKey}
      onSecretCreated={onSecretCreated}
    />
  )
}

/** The form of an existing channel; in the URL as `?channel=…&edit`. */
export function EditChannelForm({ view, id, onSecretCreated, onClose }: ChannelPanelProps & { id: string }) {
  const owner = useDraftOwner()
  const read = useQuery(q(channelApi.read, { id }))
  // The version when editing began: later reads must not hide a conflict.
  const [openedChannel, setOpenedChannel] = useState(read.data)
  if (openedChannel === undefined && read.data !== undefined) setOpenedChannel(read.data)
  const type = creatableChannelType(openedChannel?.type ?? '')
  if (openedChannel !== undefined && type !== null && !openedChannel.sample) {
    const draftKey = `${owner} ${openedChannel.id}`
    const isDeleted = read.error?.status === 404
    return (
      <ChannelFormPanel
        view={view}
        channel={openedChannel}
        initialDraft={channelDraftOf(type, openedChannel)}
        draftKey={draftKey}
        isDeleted={isDeleted}
        onSecretCreated={onSecretCreated}
      />
    )
  }
  return (
    <Panel wide title="Channel" onClose={onClose}>
      {read.error !== null && (
        <div className="p-4">
          <LoadNote what="The channel" error={read.error} onRetry={() => void read.refetch()} />
        </div>
      )}
      {read.error === null && openedChannel === undefined && <SkeletonRows rows={8} />}
      {read.error === null && openedChannel !== undefined && (
        <div className="p-4">
          <Note title="This channel cannot be edited here">
            It is a sample channel or was created by another program.
          </Note>
        </div>
      )}
    </Panel>
  )
}
