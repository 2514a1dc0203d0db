import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { q } from '#api/query/query.ts'
import type { Channel } from '#contract/channel.ts'
import { channelHistory, historyHours } from '#contract/channel-history.ts'
import { hourWords, spark, sparkPaths, sumOfSpark } from '#pages/channels/channel-hours.ts'

/** Refetch interval of the bars, which are one request for all rows. */
const freshMs = 60_000
const width = historyHours * spark.slot - (spark.slot - spark.bar)

/**
 * Activity of a channel in the last hours, as a sparkline; a link to the same figures as a table.
 * @param asked ids of all channels of the page: one request serves all its rows
 */
export function ChannelSparkline({ channel, channelIds, to }: { channel: Channel; channelIds: string; to: To }) {
  const { data } = useQuery({
    ...q(channelHistory.hours, { channel: channelIds }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    refetchInterval: freshMs,
    retry: false,
  })
  const hours = data?.results.find(({ id }) => id === channel.id)
  if (hours === undefined) return null
  const words = hourWords(sumOfSpark(hours))
  const { past, now } = sparkPaths(hours)
  return (
    <Link to={to} className="over spark" aria-label={`Last ${historyHours} hours: ${words}. Show hourly table`}>
      <svg
        viewBox={`0 0 ${width} ${spark.height}`}
        width={width}
        height={spark.height}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={`M0 ${spark.height - 0.5}h${width}`} className="ground" />
        <path d={past} />
        <path d={now} opacity="0.45" />
      </svg>
      <span className="cut">
        {historyHours} h: {words}
      </span>
    </Link>
  )
}
