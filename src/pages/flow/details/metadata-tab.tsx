import type { FlowSummary } from '#contract/flow.ts'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { RefLink } from '#parts/display/ref-link.tsx'
import { FlowStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { channelPath, toolPath } from '#ui/paths.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Figure } from '#ui/table/figure.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { FileDefinitions } from './definitions-table.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'

const Links = ({ list, path }: { list: readonly { id: string; name: string }[]; path: (id: string) => string }) => (
  <ul className="flex flex-wrap gap-x-3">
    {list.map(({ id, name }) => (
      <li key={id} className="min-w-0">
        <RefLink className="link wrap-anywhere" to={path} of={{ id, name }} />
      </li>
    ))}
  </ul>
)

function About({ flow }: { flow: FlowSummary }) {
  return (
    <section aria-label="About">
      <dl className="facts card px-4 py-3">
        <dt>Status</dt>
        <dd>
          <FlowStatusBadge status={flow.status} />
        </dd>
        <dt>Description</dt>
        <dd className="whitespace-pre-line">{flow.description || <Absent />}</dd>
        <dt>Tags</dt>
        <dd className="flex flex-wrap gap-1">
          {flow.tags.length === 0 ? <Absent /> : flow.tags.map((tag) => <Tag key={tag}>{tag}</Tag>)}
        </dd>
        <dt>Triggers</dt>
        <dd className="first-letter:uppercase">
          {flow.trigger_types.length === 0 ? <Absent /> : flow.trigger_types.join(', ')}
        </dd>
        <dt>Tools</dt>
        <dd>{flow.tools.length === 0 ? <Absent /> : <Links list={flow.tools} path={toolPath} />}</dd>
        <dt>Channels</dt>
        <dd>{flow.channels.length === 0 ? <Absent /> : <Links list={flow.channels} path={channelPath} />}</dd>
        <dt>Updated</dt>
        <dd>
          <TimeText at={flow.updated_at} />
        </dd>
        <dt>Created</dt>
        <dd>
          <TimeText at={flow.created_at} />
          {flow.created_by !== null && ` by ${flow.created_by.name || flow.created_by.id}`}
        </dd>
        <dt>Version</dt>
        <dd>
          <Figure value={flow.live_version ?? flow.version} />
        </dd>
        <dt>ID</dt>
        <dd>
          <CopyableId id={flow.id} />
        </dd>
      </dl>
    </section>
  )
}

/** Metadata of the flow, from the service and from its file. */
export function MetadataTab({ open: { flow } }: TabProps) {
  return (
    <ReadingColumn>
      <About flow={flow} />
      <FileDefinitions metadata={flow.metadata} />
    </ReadingColumn>
  )
}
