import { TriangleAlert } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useMe } from '#api/query/me.ts'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import type { Tool } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { phone, useMedia } from '#ui/browser/media.ts'
import { Absent, TextOrAbsent } from '#ui/feedback/absent.tsx'
import { Figure } from '#ui/table/figure.tsx'
import type { ListColumn } from '#ui/table/column-choice.ts'
import { Badge, Tag } from '#ui/feedback/tag.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { knownCategory } from './category-words.ts'
import { toolsLinkTo, readToolsView } from './tools-view.ts'

/** On a phone, the number of flows is below the name. */
function Name({ tool }: { tool: Tool }) {
  const isPhone = useMedia(phone)
  const [query] = useSearchParams()
  const to = (id: string) => toolsLinkTo(readToolsView(query), { panel: { kind: 'tool', id } })
  return (
    <div className="flex min-w-0 items-center gap-2">
      <KindTile kind={tileOfType(tool.category)} />
      <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-2">
        <RowLink
          id={tool.id}
          to={to}
          className="name cut max-sm:basis-full max-sm:whitespace-normal"
          title={tool.name}
          dir="auto"
        >
          {tool.name}
        </RowLink>
        {!isAbsent(tool.category) && knownCategory(tool.category) === null && (
          <span className="flex-none">
            <Tag>{tool.category}</Tag>
          </span>
        )}
        {tool.problem !== undefined && (
          <Tooltip words={tool.problem}>
            <RowLink id={tool.id} to={to} className="flex-none">
              <Badge tone="warn" icon={<TriangleAlert />} boxed={false}>
                <span>
                  Cannot run<span className="sr-only">: {tool.problem}</span>
                </span>
              </Badge>
            </RowLink>
          </Tooltip>
        )}
        {!tool.enabled && (
          <span className="flex-none">
            <Tag>disabled</Tag>
          </span>
        )}
        {isPhone && (
          <span className="text-xs">
            <UsedBy flows={tool.used_by_count} />
          </span>
        )}
      </div>
    </div>
  )
}

function CostCell({ tool }: { tool: Tool }) {
  const currency = useMe()?.account.currency ?? null
  return <Cost amount={tool.cost_last_30_days} currency={currency} reservedDigits={4} />
}

function UsedBy({ flows }: { flows: number }) {
  if (isAbsent(flows)) return <Absent />
  return (
    <span className={flows === 0 ? 'text-text-3' : 'text-text-2'}>
      {flows === 0 ? 'no flows' : count(flows, 'flow')}
    </span>
  )
}

/** @param isDirect the service reports indirect usage separately, so the list counts only direct users */
export const toolColumns = (isDirect: boolean): readonly ListColumn<Tool>[] => [
  { id: 'name', head: 'Name', isFixed: true, orderBy: 'name', cell: (tool) => <Name tool={tool} /> },
  {
    id: 'key',
    head: 'Key',
    room: 900,
    className: 'w-[220px]',
    cell: (tool) => (
      <span className="mono block cut text-text-3" title={tool.key}>
        <TextOrAbsent text={tool.key} />
      </span>
    ),
  },
  {
    id: 'used-by',
    head: isDirect ? 'Used directly' : 'Used by',
    orderBy: 'used_by_count',
    descendingFirst: true,
    className: isDirect ? 'w-[120px] max-sm:hidden' : 'w-[84px] max-sm:hidden',
    cell: (tool) => <UsedBy flows={tool.used_by_count} />,
  },
  {
    id: 'calls',
    head: 'Calls, 30 d',
    orderBy: 'calls_last_30_days',
    right: true,
    descendingFirst: true,
    room: 520,
    className: 'w-[96px]',
    cell: (tool) => <Figure value={tool.calls_last_30_days} />,
  },
  {
    id: 'cost',
    head: 'Cost, 30 d',
    orderBy: 'cost_last_30_days',
    right: true,
    descendingFirst: true,
    className: 'w-[124px] max-sm:w-[96px]',
    cell: (tool) => <CostCell tool={tool} />,
  },
]
