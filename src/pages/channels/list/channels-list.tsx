import { useQuery } from '@tanstack/react-query'
import { useId, useRef, type RefObject } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { isWorking, needsAttention, attentionStatuses } from '#parts/channels/channel-attention.ts'
import { channelTypeWord } from '#parts/channels/channel-type.tsx'
import { filteredTotal, knownTotal } from '#parts/lists/known-total.ts'
import { numberedPage } from '#parts/lists/list-query.ts'
import { channelStatusWord } from '#parts/display/status.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { distinctKeys } from '#ui/table/row-selection.ts'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { CardSkeleton, ChannelCard } from './channel-card.tsx'
import {
  channelsCountInput,
  channelsLinkTo,
  openChannelId,
  pageSize,
  unfilteredChannels,
  type ChannelsView,
} from '#pages/channels/channels-view.ts'
import { CardHours } from './card-hours.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'

/** j and k move the focus between cards of all groups; Enter then opens one. */
function useCardKeys(box: RefObject<HTMLElement | null>): void {
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
  wide,
}: {
  title: string
  count: number | null
  channels: readonly Channel[]
  view: ChannelsView
  /** Ids of all channels of the page; null if the service has no hourly figures, or no history. */
  channelIds: string | null
  /** One card per row. */
  wide: boolean
}) {
  const id = useId()
  if (channels.length === 0) return null
  const keys = distinctKeys(channels.map((one) => one.id))
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h2 id={id} className="mt-1 flex gap-2">
        {title}
        {count !== null && <span className="font-normal text-text-3">{count.toLocaleString()}</span>}
      </h2>
      <ul
        className={`grid gap-3 ${wide ? '' : '@min-[560px]:grid-cols-2 @min-[860px]:grid-cols-3 @min-[1400px]:grid-cols-4'}`}
      >
        {channels.map((channel, index) => (
          <li key={keys[index]} className="min-w-0">
            <ChannelCard
              channel={channel}
              open={channel.id === openChannelId(view)}
              to={(of) => channelsLinkTo(view, { panel: { kind: 'channel', id: of } })}
              activity={
                channelIds !== null &&
                channel.id !== '' && (
                  <CardHours
                    channel={channel}
                    channelIds={channelIds}
                    to={channelsLinkTo(view, { panel: { kind: 'channel', id: channel.id, hours: 'table' } })}
                  />
                )
              }
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

/** The cards of a page in groups, and the pager. */
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
  useCardKeys(box)
  const attentionCount = useAttentionCount(page, view)
  const rows = page.results
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
      <div ref={box} className="grid min-h-0 flex-1 content-start gap-3 overflow-auto px-5 pt-1 pb-5 max-lg:px-4">
        <Group
          title="Needs attention"
          count={attentionCount}
          channels={rows.filter(needsAttention)}
          view={view}
          channelIds={channelIds}
          wide
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
          wide={false}
        />
        <Group title="Unknown status" count={null} channels={others} view={view} channelIds={channelIds} wide={false} />
      </div>
      {(pages.previous !== null || pages.next !== null) && (
        <Pager {...pages.pagerProps} onPrevious={turnTo(pages.previous)} onNext={turnTo(pages.next)} />
      )}
    </>
  )
}

/** Placeholders for channel cards. */
export const ChannelsSkeleton = () => (
  <Delayed>
    <output
      aria-label="Loading"
      className="grid content-start gap-3 px-5 pt-9 max-lg:px-4 @min-[560px]:grid-cols-2 @min-[860px]:grid-cols-3"
    >
      {Array.from({ length: 9 }, (_, place) => (
        <CardSkeleton key={place} />
      ))}
    </output>
  </Delayed>
)
