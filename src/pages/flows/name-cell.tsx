import { Download, Ellipsis, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { FlowSummary } from '#contract/flow.ts'
import { flowPath } from '#src/paths.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx'
import { Tag } from '#ui/tag.tsx'
import { useFlowRows } from './flow-rows.ts'
import { LeavingLine } from './leaving-line.tsx'
import { RenameField } from './rename-field.tsx'

/** Tags that fit beside a name. */
const maxTags = 2

function RowMenu({ flow }: { flow: FlowSummary }) {
  const { onRename, onDelete, onExport, lockedReason } = useFlowRows()
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton label={`Actions for ${flow.name}`} icon={<Ellipsis />} className="-my-1" />}>
      <MenuItem icon={<SquareArrowOutUpRight />} onSelect={() => void navigate(flowPath(flow.id))}>
        Open
      </MenuItem>
      <MenuItem icon={<Pencil />} reason={lockedReason} onSelect={() => onRename(flow.id)}>
        Rename
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => onExport(flow)}>
        Export
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Trash2 />} danger reason={lockedReason} onSelect={() => onDelete(flow)}>
        Delete
      </MenuItem>
    </Menu>
  )
}

/** Name and tags; a field while the name is changed; struck while the flow can still be kept. */
export function NameCell({ flow }: { flow: FlowSummary }) {
  const { leaving, renaming, onRename, lockedReason } = useFlowRows()
  const leave = leaving.get(flow.id)
  if (leave !== undefined) return <LeavingLine flow={leave} />
  if (renaming === flow.id) return <RenameField flow={flow} onDone={() => onRename(null)} />
  return (
    <div className="relative flex min-w-0 items-center gap-2">
      <Link
        to={flowPath(flow.id)}
        className="name cut max-sm:whitespace-normal"
        title={flow.name}
        onKeyDown={(event) => {
          if (event.key === 'F2' && lockedReason === null) onRename(flow.id)
        }}
      >
        {flow.name}
      </Link>
      {flow.tags.slice(0, maxTags).map((tag) => (
        <span key={tag} className="flex-none max-lg:hidden">
          <Tag>{tag}</Tag>
        </span>
      ))}
      {flow.tags.length > maxTags && (
        <span className="flex-none text-2xs text-text-3 max-lg:hidden">+{flow.tags.length - maxTags}</span>
      )}
      <span className="row-actions">
        <IconButton
          label={`Rename ${flow.name}`}
          icon={<Pencil className="s" />}
          reason={lockedReason}
          className="-my-1"
          onClick={() => onRename(flow.id)}
        />
        <RowMenu flow={flow} />
      </span>
    </div>
  )
}
