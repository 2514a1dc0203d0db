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

/** Called with a new signing secret, to be shown once; null if the answer with it was lost. */
export type OnMade = (id: string, secret: string | null) => void

/** Binds the channel to a flow's key, so that incoming messages start the flow. */
function useBind(panel: ChannelsPanel) {
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

interface FormFacts {
  view: ChannelsView
  /** The edited channel; null = a new one. */
  channel: ChannelDetail | null
  first: ChannelDraft
  /** Storage key of the draft. */
  keptAs: string
  /** The channel was deleted while it was edited. */
  isDeleted?: boolean
  onMade: OnMade
}

function Form({ view, channel, first, keptAs, isDeleted = false, onMade }: FormFacts) {
  const navigate = useNavigate()
  const currency = useMe()?.account.currency ?? null
  const kept = useStoredDraft(channelDrafts, keptAs)
  const state = useChannelForm(first, kept.draft ?? first, keptAs)
  const { draft, form } = state
  const bind = useBind(view.panel)
  const go = (panel: ChannelsPanel) => void navigate(channelsLinkTo(view, { panel }))
  const isNew = channel === null
  const saving = useSaveChannel(channel?.id ?? null, {
    onRefused: state.refuse,
    onSaved: (saved, secret) => {
      kept.drop()
      if (isNew) {
        bind?.(saved)
        // A secret that the user entered is not shown again.
        if (secret !== null || makesSecret(draft)) onMade(saved.id, secret)
      }
      showToast({ message: isNew ? `“${saved.name}” was created` : `“${saved.name}” was saved` })
      void navigate(channelsLinkTo(view, { panel: { kind: 'channel', id: saved.id } }), { replace: true })
    },
  })
  return (
    <DraftPanel
      noun="channel"
      name={channel?.name ?? null}
      newName={`${channelTypeWord(draft.type)} channel`}
      icon={<ChannelTile type={draft.type} />}
      kept={kept}
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

interface PanelFacts {
  view: ChannelsView
  onMade: OnMade
  onClose: () => void
}

/** The flow for which a channel is created, with its name. */
function useFlowFor(id: string | null): ChannelDraft['flow'] | undefined {
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
  onMade,
  onClose,
}: PanelFacts & { panel: ChannelsPanel & { kind: 'new' } }) {
  const owner = useDraftOwner()
  const flow = useFlowFor(panel.flow)
  const { type } = panel
  if (type === null) return null
  if (flow === undefined)
    return (
      <Panel wide title="New channel" onClose={onClose}>
        <SkeletonRows rows={6} />
      </Panel>
    )
  const keptAs = `${owner} ${type}${panel.flow === null ? '' : ` for ${panel.flow}`}`
  return (
    <Form key={keptAs} view={view} channel={null} first={newChannelDraft(type, flow)} keptAs={keptAs} onMade={onMade} />
  )
}

/** The form of an existing channel; in the URL as `?channel=…&edit`. */
export function EditChannelForm({ view, id, onMade, onClose }: PanelFacts & { id: string }) {
  const owner = useDraftOwner()
  const read = useQuery(q(channelApi.read, { id }))
  // The version when editing began: later reads must not hide a conflict.
  const [began, setBegan] = useState(read.data)
  if (began === undefined && read.data !== undefined) setBegan(read.data)
  const type = creatableChannelType(began?.type ?? '')
  if (began !== undefined && type !== null && !began.sample) {
    const keptAs = `${owner} ${began.id}`
    const isDeleted = read.error?.status === 404
    return (
      <Form
        view={view}
        channel={began}
        first={channelDraftOf(type, began)}
        keptAs={keptAs}
        isDeleted={isDeleted}
        onMade={onMade}
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
      {read.error === null && began === undefined && <SkeletonRows rows={8} />}
      {read.error === null && began !== undefined && (
        <div className="p-4">
          <Note title="This channel cannot be edited here">
            It is a sample channel or was created by another program.
          </Note>
        </div>
      )}
    </Panel>
  )
}
