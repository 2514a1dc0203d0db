import { Activity, CirclePause, CirclePlay, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, type Channel, type ChannelDetail } from '#contract/channel.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { isEditableChannel } from '#parts/channels/channel-remedy.ts'
import { RefLink } from '#parts/display/ref-link.tsx'
import { useZone } from '#parts/display/zone.ts'
import { flowPath } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import type { OnSecretCreated } from '#pages/channels/set-up/channel-form-panel.tsx'
import { channelWords, idleFlowWords } from '#parts/channels/channel-words.ts'
import { channelsLinkTo, unfilteredLog, type ChannelsPanel, type ChannelsView } from '#pages/channels/channels-view.ts'
import { DeleteChannelDialog } from './delete-channel-dialog.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'

/** The buttons of a channel's header. */
export function ChannelActions({
  channel,
  view,
  onClose,
}: {
  channel: Channel
  view: ChannelsView
  /** Called after the channel was deleted. */
  onClose: () => void
}) {
  const navigate = useNavigate()
  const reason = useWriteReason()
  const canEdit = useExtension('channel_edit')
  const [isDeleting, setDeleting] = useState(false)
  if (!canEdit) return null
  const open = (panel: ChannelsPanel) => void navigate(channelsLinkTo(view, { panel }))
  return (
    <>
      {isEditableChannel(channel) && (
        <IconButton
          label="Edit"
          icon={<Pencil />}
          reason={reason}
          onClick={() => open({ kind: 'edit', id: channel.id })}
        />
      )}
      <IconButton label="Delete" icon={<Trash2 />} reason={reason} onClick={() => setDeleting(true)} />
      {isDeleting && <DeleteChannelDialog channel={channel} onClose={() => setDeleting(false)} onDeleted={onClose} />}
    </>
  )
}

/** The result of a test, in words. */
function TestResult({ channel }: { channel: ChannelDetail }) {
  const { problem, advice } = channelWords(channel, { now: useNow(), zone: useZone() })
  const { flow, type } = channel
  const idle = idleFlowWords(channel)
  if (channel.status === 'connected' && idle !== null)
    return (
      <Note
        tone="warn"
        title={`Tested just now: ${type === 'webhook' ? 'the address responds' : 'the channel works'}, but no run is started.`}
      >
        {idle} Activate <RefLink to={flowPath} of={flow} />, then send again.
      </Note>
    )
  if (channel.status === 'connected') return <Note tone="ok" title="Tested just now: the channel works." />
  return (
    <Note tone="warn" title={`Tested just now: ${problem}`}>
      {advice}
    </Note>
  )
}

/** Pause or resume, test, rotate the secret. */
export function ChannelOperations({
  channel,
  onSecretCreated,
}: {
  channel: ChannelDetail
  onSecretCreated: OnSecretCreated
}) {
  const reason = useWriteReason()
  const canEdit = useExtension('channel_edit')
  const pause = useApiMutation(channelApi.pause)
  const resume = useApiMutation(channelApi.resume)
  const test = useApiMutation(channelApi.test)
  const [isRotating, setRotating] = useState(false)
  if (!canEdit || !isEditableChannel(channel)) return null
  const { id } = channel
  const isPaused = channel.status === 'paused'
  const signs = channel.type === 'webhook' && channel.config['preset'] !== 'none'
  return (
    <section className="section grid gap-2" aria-label="Channel actions">
      <div className="flex flex-wrap gap-2">
        {isPaused ? (
          <Button icon={<CirclePlay />} reason={reason} busy={resume.isPending} onClick={() => resume.mutate({ id })}>
            Resume
          </Button>
        ) : (
          <Button icon={<CirclePause />} reason={reason} busy={pause.isPending} onClick={() => pause.mutate({ id })}>
            Pause
          </Button>
        )}
        <Button
          icon={<Activity />}
          reason={reason ?? (isPaused ? 'The channel is paused. Resume it first.' : null)}
          busy={test.isPending}
          onClick={() => test.mutate({ id })}
        >
          Test
        </Button>
        {signs && (
          <Button icon={<KeyRound />} reason={reason} onClick={() => setRotating(true)}>
            Rotate secret
          </Button>
        )}
      </div>
      <output className="grid gap-2 empty:hidden">{test.data && <TestResult channel={test.data} />}</output>
      <ActionError title="The channel was not paused" error={pause.error} />
      <ActionError title="The channel was not resumed" error={resume.error} />
      <ActionError title="The channel was not tested" error={test.error} />
      {isRotating && (
        <RotateSecretDialog channel={channel} onSecretCreated={onSecretCreated} onClose={() => setRotating(false)} />
      )}
    </section>
  )
}

/** Link to the log of deliveries. */
export function DeliveriesLink({ channel, view }: { channel: Channel; view: ChannelsView }) {
  const hasLog = useExtension('channel_deliveries')
  if (!hasLog || !isEditableChannel(channel)) return null
  return (
    <Link className="btn" to={channelsLinkTo(view, { panel: unfilteredLog(channel.id) })}>
      <Activity /> Delivery log
    </Link>
  )
}
