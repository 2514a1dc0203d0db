import { useNavigate } from 'react-router'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import { channelRemedy, remedyWord } from '#parts/channels/channel-remedy.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { channelsLinkTo, type ChannelsPanel, type ChannelsView } from '#pages/channels/channels-view.ts'
import { Button } from '#ui/controls/button.tsx'

/** The button of a channel that needs something, and why its action failed. */
export function RemedyButton({ channel, view }: { channel: Channel; view: ChannelsView }) {
  const navigate = useNavigate()
  const lockedReason = useWriteReason()
  const canEdit = useExtension('channel_edit')
  const resume = useApiMutation(channelApi.resume)
  const test = useApiMutation(channelApi.test)
  const remedy = channelRemedy(channel)
  const { id } = channel
  if (remedy === null || id === '' || !canEdit) return null
  const open = (panel: ChannelsPanel) => void navigate(channelsLinkTo(view, { panel }))
  const actions = {
    resume: () => resume.mutate({ id }),
    test: () => test.mutate({ id }),
    credentials: () => open({ kind: 'edit', id }),
    address: () => open({ kind: 'channel', id }),
  }
  return (
    <>
      <span className="action over">
        <Button
          reason={remedy === 'address' ? null : lockedReason}
          busy={resume.isPending || test.isPending}
          onClick={actions[remedy]}
        >
          {remedyWord(remedy, channel)}
        </Button>
      </span>
      {(resume.error !== null || test.error !== null) && (
        <div className="problem over">
          <ActionError title="The channel was not resumed" error={resume.error} />
          <ActionError title="The channel was not tested" error={test.error} />
        </div>
      )}
    </>
  )
}
