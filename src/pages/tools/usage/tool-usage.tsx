import { useQuery } from '@tanstack/react-query'
import { useMe } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { formatShare } from '#lib/format-share.ts'
import { Cost } from '#parts/display/cost.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Figure } from '#ui/table/figure.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { usedWords, type Usage } from './usage-graph.ts'
import { UsageGraphView } from './usage-graph-view.tsx'
import { ConnectedChannels, UsingFlows, UsingTools } from './usage-lists.tsx'

/** Number, errors and cost of the calls in the last 30 days. */
function Figures({ usage }: { usage: Usage }) {
  const currency = useMe()?.account.currency ?? null
  const { calls_last_30_days: calls, errors_last_30_days: errors, cost_last_30_days: cost } = usage
  return (
    <section className="section" aria-label="Last 30 days">
      <h3>
        Last 30 days <span className="n">including tests</span>
      </h3>
      <dl className="facts">
        <dt>Calls</dt>
        <dd>
          <Figure value={calls} />
        </dd>
        <dt>Errors</dt>
        <dd>
          <Figure value={errors} />
          {errors > 0 && calls > 0 && (
            <span className="text-text-3"> {formatShare(BigInt(errors), BigInt(calls))} of calls</span>
          )}
        </dd>
        <dt>Cost</dt>
        <dd>
          <Cost amount={cost} currency={currency} />
        </dd>
      </dl>
    </section>
  )
}

/** Calls of a tool in the last 30 days, and the flows, tools and channels that use it. */
export function ToolUsage({ id }: { id: string }) {
  const usage = useQuery(q(toolApi.usage, { id }))
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
      <Figures usage={data} />
      <section className="section" aria-label="Used by">
        <h3>
          Used by <span className="n">{usedWords(id, data.flows)}</span>
        </h3>
        <UsageGraphView id={id} usage={data} />
        <UsingFlows flows={data.flows} />
      </section>
      {data.tools.length > 0 && (
        <section className="section" aria-label="Referenced by">
          <h3>
            Referenced by <span className="n">{data.tools.length.toLocaleString()}</span>
          </h3>
          <p className="mb-1.5 text-xs text-text-3">
            Tools that refer to this tool by its key, directly or through another tool.
          </p>
          <UsingTools tools={data.tools} />
        </section>
      )}
      {data.channels.length > 0 && (
        <section className="section" aria-label="Connected channels">
          <h3>
            Connected channels <span className="n">{data.channels.length.toLocaleString()}</span>
          </h3>
          <ConnectedChannels channels={data.channels} />
        </section>
      )}
    </>
  )
}
