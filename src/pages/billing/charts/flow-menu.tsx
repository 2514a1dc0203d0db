import { Ellipsis, ListTree, PiggyBank } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { flowPath } from '#ui/paths.ts'

/** Actions on a flow in the breakdown of cost. */
export function FlowMenu({
  flow,
  onBudget,
}: {
  flow: { id: string; name: string }
  onBudget: (flow: { id: string; name: string }) => void
}) {
  const navigate = useNavigate()
  const writeReason = useWriteReason()
  return (
    <Menu trigger={<IconButton label={`Actions for ${flow.name}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<PiggyBank />} reason={writeReason} onSelect={() => onBudget({ id: flow.id, name: flow.name })}>
        Set budget…
      </MenuItem>
      <MenuItem icon={<ListTree />} onSelect={() => void navigate(flowPath(flow.id))}>
        Open flow
      </MenuItem>
    </Menu>
  )
}
