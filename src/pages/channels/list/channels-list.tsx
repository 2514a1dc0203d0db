import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useId, useRef, type RefObject } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { isWorking, needsAttention, attentionStatuses } from '#parts/channels/channel-attention.ts'
import { channelRemedy } from '#parts/channels/channel-remedy.ts'
import { channelTypeWord } from '#parts/channels/channel-type.tsx'
import { filteredTotal, knownTotal } from '#parts/lists/known-total.ts'
import { numberedPage } from '#parts/lists/list-query.ts'
import { channelStatusWord } from '#parts/display/status.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { distinctKeys } from '#ui/table/row-selection.ts'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { ChannelRow, ChannelRowSkeleton } from './channel-row.tsx'
import { RemedyButton } from './remedy-button.tsx'
import {
  channelsCountInput,
  channelsLinkTo,
  openChannelId,
  pageSize,
  unfilteredChannels,
  type ChannelsView,
} from '#pages/channels/channels-view.ts'
import { ChannelSparkline } from './channel-sparkline.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'

/** j and k move the focus between the rows of all groups; Enter then opens one. */
function useChannelKeys(box: RefObject<HTMLElement | null>): void {
  const go = (step: 1 | -1) => {
    const links = [...(box.current?.querySelectorAll<HTMLElement>('a[data-channel]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const link = links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]
    link?.focus()
    link?.closest('article')?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({ j: () => go(1), k: () => go(-1) })
}

type Page = ResponseBody<typeof channelApi.list>

/**
 * Number of all channels in the filter that need attention; null if unknown. If there is only one page, they are
 * counted here.
 */
function useAttentionCount(page: Page, view: ChannelsView): number | null {
  const isWhole = view.page === 1 && knownTotal(page) !== null && page.results.length >= page.count
  const countQuery = useQuery({
    ...q(channelApi.list, channelsCountInput(view, attentionStatuses)),
    enabled: !isWhole && view.statuses.length === 0,
  })
  if (isWhole) return page.results.filter(needsAttention).length
  return view.statuses.length === 0 ? filteredTotal(countQuery.data, ['status']) : null
}

function Group({
  title,
  count,
  channels,
  view,
  channelIds,
}: {
  title: string
  count: number | null
  channels: readonly Channel[]
  view: ChannelsView
  /** Ids of all channels of the page; null if the service has no hourly figures, or no history. */
  channelIds: string | null
}) {
  const id = useId()
  if (channels.length === 0) return null
  const keys = distinctKeys(channels.map((one) => one.id))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="flex gap-2 border-b border-line px-5 pt-3 pb-1.5 max-lg:px-4">
        {title}
        {count !== null && <span className="font-normal text-text-3">{count.toLocaleString()}</span>}
      </h2>
      <ul>
        {channels.map((channel, index) => (
          <li key={keys[index]}>
            <ChannelRow
              channel={channel}
              open={channel.id === openChannelId(view)}
              to={(of) => channelsLinkTo(view, { panel: { kind: 'channel', id: of } })}
              hours={
                channelIds !== null &&
                channel.id !== '' && (
                  <ChannelSparkline
                    channel={channel}
                    channelIds={channelIds}
                    to={channelsLinkTo(view, { panel: { kind: 'channel', id: channel.id, hours: 'table' } })}
                  />
                )
              }
              action={<RemedyButton channel={channel} view={view} />}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The filters in words: "“x”, Email or SMS, Error". */
const filterWords = ({ search, types, statuses }: ChannelsView): string =>
  [
    search === '' ? '' : `“${search}”`,
    types.map(channelTypeWord).join(' or '),
    statuses.map(channelStatusWord).join(' or '),
  ]
    .filter((part) => part !== '')
    .join(', ')

/** The channels of a page in groups, and the pager. */
export function ChannelsList({
  page,
  view,
  onView,
}: {
  page: Page
  view: ChannelsView
  onView: (view: ChannelsView) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useChannelKeys(box)
  const attentionCount = useAttentionCount(page, view)
  const rows = page.results
  const canEdit = useExtension('channel_edit')
  const hasHours = useExtension('channel_hours')
  const hasTable = useExtension('channel_history')
  const channelIds =
    hasHours && hasTable
      ? rows
          .map(({ id }) => id)
          .filter((id) => id !== '')
          .toSorted()
          .join(',')
      : null
  const hasRemedy = canEdit && rows.some((one) => channelRemedy(one) !== null)
  // A channel with an unknown status is not reported as working.
  const others = rows.filter((one) => !needsAttention(one) && !isWorking(one))
  const pages = numberedPage(page, { page: view.page, size: pageSize })
  const go = (to: number) => {
    onView({ ...view, page: to })
    box.current?.scrollTo({ top: 0 })
  }
  const turnTo = (to: number | null) => (to === null ? null : () => go(to))
  if (rows.length === 0) {
    const beyond = view.page > 1
    return (
      <EmptyFilter
        words={beyond ? `There is no page ${view.page.toLocaleString()}.` : `No channel matches ${filterWords(view)}.`}
      >
        {beyond ? (
          <Button onClick={() => go(1)}>Go to the first page</Button>
        ) : (
          <Button onClick={() => onView(unfilteredChannels(view))}>Reset filter</Button>
        )}
      </EmptyFilter>
    )
  }
  return (
    <>
      {canEdit && rows.some(({ sample }) => sample) && (
        <p className="flex flex-none items-center gap-1.5 px-5 pb-1 text-xs text-text-2 max-lg:px-4">
          <FlaskConical className="xs" />
          Sample channels can be deleted, but not changed.
        </p>
      )}
      <div ref={box} className={`min-h-0 flex-1 overflow-auto pb-5 ${hasRemedy ? '' : 'channels-without-remedy'}`}>
        <Group
          title="Needs attention"
          count={attentionCount}
          channels={rows.filter(needsAttention)}
          view={view}
          channelIds={channelIds}
        />
        <Group
          title="Other channels"
          count={
            attentionCount === null || others.length > 0 || knownTotal(page) === null
              ? null
              : Math.max(0, page.count - attentionCount)
          }
          channels={rows.filter(isWorking)}
          view={view}
          channelIds={channelIds}
        />
        <Group title="Unknown status" count={null} channels={others} view={view} channelIds={channelIds} />
      </div>
      {(pages.previous !== null || pages.next !== null) && (
        <Pager {...pages.pagerProps} onPrevious={turnTo(pages.previous)} onNext={turnTo(pages.next)} />
      )}
    </>
  )
}

/** Placeholders for rows. */
export const ChannelsSkeleton = () => (
  <Delayed>
    <output aria-label="Loading" className="block pt-9">
      {Array.from({ length: 9 }, (_, place) => (
        <ChannelRowSkeleton key={place} />
      ))}
    </output>
  </Delayed>
)
