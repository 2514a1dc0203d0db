import { Link } from 'react-router'
import { FlowStatus as FlowStatusValue } from '#contract/flow.ts'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import { ChannelTypeIcon, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { FlowStatusBadge } from '#parts/display/status.tsx'
import { categoryTile } from '#parts/tools/tool-category.ts'
import { channelPath, flowPath, toolPath } from '#ui/paths.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import type { Usage, UsedBy } from './usage-graph.ts'

const statusOf = (status: string) => {
  const known = FlowStatusValue.safeParse(status)
  if (known.success) return <FlowStatusBadge status={known.data} />
  return status === '' ? <Absent /> : <Tag>{status}</Tag>
}

/** Tools that refer to a tool by its key. */
export const UsingTools = ({ tools }: { tools: Usage['tools'] }) => (
  <ul className="grid gap-1">
    {tools.map(({ id, name, key, category }) => (
      <li key={id} className="flex min-w-0 items-center gap-2">
        <KindTile kind={categoryTile(category)} isLabelled />
        <Link to={toolPath(id)} className="link min-w-0 flex-1 wrap-anywhere" dir="auto">
          {name}
        </Link>
        <span className="mono cut max-w-[40%] flex-none text-xs text-text-3">{key}</span>
      </li>
    ))}
  </ul>
)

/** Flows that use a tool, with their status. */
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
export const ConnectedChannels = ({ channels }: { channels: Usage['channels'] }) => (
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

/** Scrollable list of tools, flows and channels within a dialog. */
export function UsageBox({ label, usage: { tools, flows, channels } }: { label: string; usage: UsedBy }) {
  if (tools.length === 0 && flows.length === 0) return null
  return (
    <section className="card grid max-h-60 gap-3 overflow-auto px-3 py-2" aria-label={label}>
      {tools.length > 0 && <UsingTools tools={tools} />}
      {flows.length > 0 && <UsingFlows flows={flows} />}
      {channels.length > 0 && (
        <div>
          <p className="mb-1 text-xs text-text-3">Connected channels</p>
          <ConnectedChannels channels={channels} />
        </div>
      )}
    </section>
  )
}
