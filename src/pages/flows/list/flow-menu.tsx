import {
  Copy,
  Download,
  Ellipsis,
  GitCompare,
  Pencil,
  Play,
  SquareArrowOutUpRight,
  Tag,
  Trash2,
  Wrench,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { ProductMenuLink } from '#parts/display/product-link.tsx'
import { flowTransitions } from '#parts/flows/flow-transitions.ts'
import { isBlocked } from '#parts/flows/next-step.ts'
import { comparePath, flowHealthPath, flowPath, startRunPath } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { useFlowRows } from './flow-rows-context.ts'

/** All actions on a flow in the list. */
export function FlowMenu({ flow, className = '' }: { flow: FlowSummary; className?: string }) {
  const { onRename, onTags, onDelete, onExport, actions, abilities, lockedReason } = useFlowRows()
  const product = useProduct()
  const navigate = useNavigate()
  const canRun = abilities.canRun && flow.status !== 'archived'
  const moves = abilities.offered(flowTransitions(flow.status))
  // A product decides by its own rules whether a flow can be activated.
  const mustFix =
    product === null && isBlocked(flow.validation_summary) && (flow.status === 'draft' || flow.status === 'paused')
  return (
    <Menu trigger={<IconButton label={`Actions for ${flow.name}`} icon={<Ellipsis />} className={className} />}>
      <MenuItem icon={<SquareArrowOutUpRight />} onSelect={() => void navigate(flowPath(flow.id))}>
        Open
      </MenuItem>
      <ProductMenuLink page="flow" flow={flow.id} />
      {mustFix && (
        <MenuItem icon={<Wrench />} onSelect={() => void navigate(flowHealthPath(flow.id))}>
          Fix problems
        </MenuItem>
      )}
      {canRun && (
        <MenuItem icon={<Play />} reason={lockedReason} onSelect={() => void navigate(startRunPath(flow.id))}>
          {flow.status === 'active' ? 'Run…' : 'Run a test'}
        </MenuItem>
      )}
      {abilities.canRename && (
        <MenuItem icon={<Pencil />} reason={lockedReason} onSelect={() => onRename(flow.id)}>
          Rename
        </MenuItem>
      )}
      {abilities.canTag && (
        <MenuItem icon={<Tag />} reason={lockedReason} onSelect={() => onTags([flow])}>
          Tags
        </MenuItem>
      )}
      {abilities.canDuplicate && (
        <MenuItem icon={<Copy />} reason={lockedReason} onSelect={() => actions.duplicate(flow)}>
          Duplicate
        </MenuItem>
      )}
      {abilities.canExport && (
        <MenuItem icon={<Download />} onSelect={() => onExport(flow)}>
          Export
        </MenuItem>
      )}
      <MenuItem
        icon={<GitCompare />}
        onSelect={() => void navigate(comparePath({ before: { is: 'flow', key: flow.id } }))}
      >
        Compare with…
      </MenuItem>
      {moves.length > 0 && <MenuLine />}
      {moves.map((move) => (
        <MenuItem
          key={move.verb}
          icon={<move.icon />}
          reason={lockedReason ?? (mustFix && move.verb === 'activate' ? 'Fix its problems first.' : null)}
          onSelect={() => actions.move([flow], move)}
        >
          {move.label}
        </MenuItem>
      ))}
      {abilities.canDelete && <MenuLine />}
      {abilities.canDelete && (
        <MenuItem icon={<Trash2 />} danger reason={lockedReason} onSelect={() => onDelete(flow)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}

/** Opens the menu of a row on the menu key or Shift+F10, while the name of the flow has the focus. */
export function openMenuByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ContextMenu' && !(event.shiftKey && event.key === 'F10')) return
  event.preventDefault()
  event.currentTarget.closest('tr, li')?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
}
