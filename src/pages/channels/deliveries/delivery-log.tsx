import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { q } from '#api/query/query.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { ChannelTile } from '#parts/channels/channel-type.tsx'
import { numberedPage, pageInput } from '#parts/lists/list-query.ts'
import { LoadNote, StaleNote } from '#parts/display/load-note.tsx'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Pager } from '#ui/table/pager.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { verdictWord } from './delivery-words.ts'
import { channelsLinkTo, type ChannelsPanel, type ChannelsView } from '#pages/channels/channels-view.ts'
import { deliveryTimeInput } from './delivery-time.ts'
import { LogFilter } from './log-filter.tsx'

/** Polling interval: new deliveries appear automatically. */
const refetchMs = 15_000

type LogPanel = ChannelsPanel & { kind: 'log' }

/** The filtered deliveries of a channel, latest first; in the URL as `?channel=…&log`. */
export function DeliveryLog({
  view,
  panel,
  channel,
  onClose,
}: {
  view: ChannelsView
  panel: LogPanel
  /** The channel in the list; undefined if it is not on this page of the list. */
  channel: Channel | undefined
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { id, verdicts, time, page } = panel
  const now = useNow()
  const log = useQuery({
    ...q(channelApi.deliveries, {
      id,
      ...pageInput(page, defaultLimit),
      verdict: verdicts.length === 0 ? undefined : verdicts.join(','),
      ...deliveryTimeInput(time, now),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  const linkWith = (change: Partial<LogPanel>) => channelsLinkTo(view, { panel: { ...panel, ...change } })
  const onPanel = (change: Partial<LogPanel>) => void navigate(linkWith(change))
  const back = () => void navigate(channelsLinkTo(view, { panel: { kind: 'channel', id } }))
  const { data } = log
  const pages = data === undefined ? null : numberedPage(data, { page, size: defaultLimit })
  const turnTo = (to: number | null) => (to === null ? null : () => onPanel({ page: to, delivery: null }))
  return (
    <Panel
      wide
      takesFocus
      title={channel === undefined ? 'Deliveries' : <bdi>Deliveries of {channel.name}</bdi>}
      icon={
        <>
          <IconButton label="Back to the channel" icon={<ArrowLeft />} className="max-sm:hidden" onClick={back} />
          {channel && <ChannelTile type={channel.type} />}
        </>
      }
      onClose={onClose}
      footer={
        pages !== null && (pages.previous !== null || pages.next !== null) ? (
          <Pager {...pages.pagerProps} onPrevious={turnTo(pages.previous)} onNext={turnTo(pages.next)} />
        ) : undefined
      }
    >
      <LogFilter log={panel} onLog={onPanel} />
      {data === undefined ? (
        log.error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <div className="p-4">
            <LoadNote what="The deliveries" error={log.error} onRetry={() => void log.refetch()} />
          </div>
        )
      ) : (
        <>
          <StaleNote what="The deliveries" error={log.error} onRetry={() => void log.refetch()} />
          {data.results.length === 0 ? (
            <div className="grid justify-items-start gap-2 px-5 py-4 text-text-2 max-sm:px-4">
              <p>
                {page > 1
                  ? `There is no page ${page.toLocaleString()}.`
                  : verdicts.length > 0
                    ? `No deliveries with this result${time === '' ? '' : ' in this period'}: ${verdicts.map(verdictWord).join(', ')}.`
                    : time !== ''
                      ? 'No deliveries in this period.'
                      : 'No deliveries yet. Requests to the channel’s address are listed here, including rejected ones.'}
              </p>
              {page > 1 && <Button onClick={() => onPanel({ page: 1 })}>Go to the first page</Button>}
            </div>
          ) : (
            <ul aria-label="Deliveries" className="border-t border-line">
              {data.results.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  channel={id}
                  delivery={delivery}
                  open={delivery.id === panel.delivery}
                  to={linkWith({ delivery: delivery.id === panel.delivery ? null : delivery.id })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}
