import { CirclePlay, Download, Ellipsis, GitCompare, Tag, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { FlowSummary } from '#contract/flow.ts'
import { allFlowTransitions, type FlowTransition } from '#parts/flows/flow-transitions.ts'
import type { FlowAbilities } from '#parts/flows/flow-abilities.ts'
import { comparePath } from '#ui/paths.ts'
import { BulkBar } from '#ui/table/bulk-bar.tsx'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'

/** Actions for the selected flows, floating over the list. The key a focuses the bar. */
export function FlowsBulkBar({
  flows,
  abilities,
  lockedReason,
  onExport,
  onTags,
  onMove,
  onDelete,
  onClear,
}: {
  flows: readonly FlowSummary[]
  abilities: FlowAbilities
  lockedReason: string | null
  onExport: () => void
  onTags: () => void
  onMove: (move: FlowTransition) => void
  onDelete: () => void
  onClear: () => void
}) {
  const box = useRef<HTMLElement>(null)
  useShortcuts({ a: () => box.current?.querySelector('button')?.focus() })
  const navigate = useNavigate()
  const [before, after, ...others] = flows
  const compare =
    before === undefined || after === undefined || others.length > 0
      ? null
      : () =>
          void navigate(comparePath({ before: { is: 'flow', key: before.id }, after: { is: 'flow', key: after.id } }))
  const { canTag, canExport, canDelete } = abilities
  const moveItems = abilities.offered(allFlowTransitions).map((move) => (
    <MenuItem key={move.verb} icon={<move.icon />} reason={lockedReason} onSelect={() => onMove(move)}>
      {move.label}
    </MenuItem>
  ))
  return (
    <BulkBar box={box} label="Selected flows" words={`${flows.length.toLocaleString()} selected`} onClear={onClear}>
      <kbd className="max-lg:hidden" title="Keyboard shortcut">
        a
      </kbd>
      <span className="rule" />
      {canExport && (
        <Button icon={<Download />} aria-label="Export as ZIP" onClick={onExport}>
          <span className="max-sm:hidden">Export as ZIP</span>
          <span className="sm:hidden">ZIP</span>
        </Button>
      )}
      {compare !== null && (
        <Button icon={<GitCompare />} className="max-sm:hidden" onClick={compare}>
          Compare
        </Button>
      )}
      {canTag && (
        <Button icon={<Tag />} className="max-sm:hidden" reason={lockedReason} onClick={onTags}>
          Tags
        </Button>
      )}
      {moveItems.length > 0 && (
        <span className="max-sm:hidden">
          <Menu trigger={<Button icon={<CirclePlay />}>Status</Button>}>{moveItems}</Menu>
        </span>
      )}
      {canDelete && (
        <Button variant="danger" icon={<Trash2 />} className="max-sm:hidden" reason={lockedReason} onClick={onDelete}>
          Delete
        </Button>
      )}
      <span className="sm:hidden">
        <Menu
          trigger={<IconButton variant="default" label="More actions for the selected flows" icon={<Ellipsis />} />}
        >
          {compare !== null && (
            <MenuItem icon={<GitCompare />} onSelect={compare}>
              Compare
            </MenuItem>
          )}
          {canTag && (
            <MenuItem icon={<Tag />} reason={lockedReason} onSelect={onTags}>
              Tags
            </MenuItem>
          )}
          {moveItems}
          {canDelete && (
            <MenuItem icon={<Trash2 />} danger reason={lockedReason} onSelect={onDelete}>
              Delete
            </MenuItem>
          )}
        </Menu>
      </span>
    </BulkBar>
  )
}
