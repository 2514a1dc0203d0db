import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, PlugZap, Wallet, type LucideIcon } from 'lucide-react'
import { q } from '#api/query/query.ts'
import { balance as balanceApi } from '#contract/billing.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { waitLimitWords } from '#parts/display/waiting-time.ts'
import { filteredTotal, knownTotal } from '#parts/lists/known-total.ts'

interface Stop {
  icon: LucideIcon
  title: string
  words: string
}

/** What was checked and works, as stops on a line; a list that could not be read has no stop. */
function useStops(): Stop[] {
  const channels = knownTotal(useQuery({ ...q(channelApi.list, { limit: 1 }), retry: false }).data)
  const flows = filteredTotal(useQuery({ ...q(flowApi.list, { status: 'active', limit: 1 }), retry: false }).data, [
    'status',
  ])
  const { data: money } = useQuery({ ...q(balanceApi.read, {}), retry: false })
  return [
    ...(channels === null ? [] : [{ icon: PlugZap, title: count(channels, 'channel'), words: 'none needs attention' }]),
    ...(flows === null ? [] : [{ icon: CircleCheck, title: count(flows, 'active flow'), words: 'no last run failed' }]),
    { icon: Hourglass, title: 'Inbox', words: `no one waits over ${waitLimitWords}` },
    ...(money === undefined
      ? []
      : [{ icon: Wallet, title: formatSum(money.available, money.currency), words: 'available' }]),
  ]
}

/** The line of a day without problems. */
export function CalmLine() {
  return (
    <ul className="calm-line" aria-label="Checked">
      {useStops().map(({ icon: Icon, title, words }) => (
        <li key={words}>
          <span className="status ok">
            <Icon />
            {title}
          </span>
          <span className="text-xs text-text-2">{words}</span>
        </li>
      ))}
    </ul>
  )
}
