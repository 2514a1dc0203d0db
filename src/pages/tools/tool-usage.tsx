import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMe } from '#api/me.ts'
import { q } from '#api/query.ts'
import { FlowStatus as FlowStatusValue } from '#contract/flow.ts'
import type { Answer } from '#contract/kernel.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { ChannelTypeIcon, channelTypeWord } from '#parts/channel-type.tsx'
import { Cost } from '#parts/cost.tsx'
import { LoadNote } from '#parts/load-note.tsx'
import { FlowStatus } from '#parts/status.tsx'
import { channelPath, flowPath } from '#src/paths.ts'
import { Absent } from '#ui/absent.tsx'
import { Figure } from '#ui/figure.tsx'
import { Delayed } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'

type Usage = Answer<typeof toolApi.usage>

const statusOf = (status: string) => {
  const known = FlowStatusValue.safeParse(status)
  if (known.success) return <FlowStatus status={known.data} />
  return status === '' ? <Absent /> : <Tag>{status}</Tag>
}

/** Flows that use a tool, by name. */
export const UsingFlows = ({ flows }: { flows: Usage['flows'] }) => (
  <ul className="grid gap-1">
    {flows.map(({ id, name, status }) => (
      <li key={id} className="flex min-w-0 items-start gap-2">
        <Link to={flowPath(id)} className="link min-w-0 flex-1 wrap-anywhere" dir="auto">
          {name}
        </Link>
        <span className="flex-none">{statusOf(status)}</span>
      </li>
    ))}
  </ul>
)

/** Channels that these flows listen to or write to. */
export const ReachedChannels = ({ channels }: { channels: Usage['channels'] }) => (
  <ul className="grid gap-1">
    {channels.map(({ id, name, type }) => (
      <li key={id} className="flex min-w-0 items-center gap-2">
        <ChannelTypeIcon type={type} className="s text-text-3" />
        <Link to={channelPath(id)} className="link min-w-0 wrap-anywhere" dir="auto">
          {name}
        </Link>
        <span className="text-xs text-text-3">{channelTypeWord(type)}</span>
      </li>
    ))}
  </ul>
)

/** Who breaks when the tool breaks, and what its calls came to. */
export function ToolUsage({ id }: { id: string }) {
  const usage = useQuery(q(toolApi.usage, { id }))
  const currency = useMe()?.account.currency ?? null
  const { data } = usage
  if (data === undefined)
    return (
      <section className="section" aria-label="Used by">
        <h3>Used by</h3>
        {usage.error === null ? (
          <Delayed>
            <span className="skeleton my-1.5 w-40" />
            <span className="skeleton my-1.5 w-28" />
          </Delayed>
        ) : (
          <LoadNote what="Usage" error={usage.error} onRetry={() => void usage.refetch()} />
        )}
      </section>
    )
  return (
    <>
      <section className="section" aria-label="Last 30 days">
        <h3>Last 30 days</h3>
        <dl className="facts">
          <dt>Calls</dt>
          <dd>
            <Figure value={data.calls_last_30_days} />
          </dd>
          <dt>Cost</dt>
          <dd>
            <Cost amount={data.cost_last_30_days} currency={currency} />
          </dd>
        </dl>
      </section>
      <section className="section" aria-label="Used by">
        <h3>
          Used by <span className="n">{data.flows.length === 0 ? 'no flow' : data.flows.length.toLocaleString()}</span>
        </h3>
        <UsingFlows flows={data.flows} />
      </section>
      {data.channels.length > 0 && (
        <section className="section" aria-label="Through them">
          <h3>
            Through them <span className="n">{data.channels.length.toLocaleString()}</span>
          </h3>
          <ReachedChannels channels={data.channels} />
        </section>
      )}
    </>
  )
}
