/** Navigation items, in order. A new page gets an item here and a route in src/routes.tsx. */
import {
  Activity,
  Inbox,
  RadioTower,
  ReceiptText,
  Settings2,
  Sun,
  Workflow,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { useHasCosts } from '#api/query/known-costs.ts'
import { useLacks, useMissingEndpoints } from '#api/query/me.ts'
import { paths } from '#ui/paths.ts'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  /** The second key after "g". */
  key: string
  /** Whether it is in the bar of a phone; the others are in its menu “More”. */
  isInBar: boolean
  /** Id of the endpoint without which a product has no such page; absent = every product has it. */
  needs?: string
}

const navItems: readonly NavItem[] = [
  { path: paths.home, label: 'Today', icon: Sun, key: 'h', isInBar: true },
  { path: paths.flows, label: 'Flows', icon: Workflow, key: 'f', isInBar: true },
  { path: paths.runs, label: 'Runs', icon: Activity, key: 'r', isInBar: true, needs: 'run.list' },
  { path: paths.tools, label: 'Tools', icon: Wrench, key: 't', isInBar: false, needs: 'tool.list' },
  { path: paths.channels, label: 'Channels', icon: RadioTower, key: 'c', isInBar: false, needs: 'channel.list' },
  { path: paths.inbox, label: 'Inbox', icon: Inbox, key: 'i', isInBar: true, needs: 'conversation.list' },
  { path: paths.billing, label: 'Billing', icon: ReceiptText, key: 'b', isInBar: false },
  { path: paths.settings, label: 'Settings', icon: Settings2, key: 's', isInBar: false },
]

/** The items whose pages the service has. */
export function useNavItems(): readonly NavItem[] {
  const missing = useMissingEndpoints()
  const hasCosts = useHasCosts()
  return navItems.filter(({ path, needs = '' }) =>
    path === paths.billing ? hasCosts === true : !missing.includes(needs),
  )
}

/** The page at a path, if the service does not have it; else null. */
export function useAbsentPage(pathname: string): Pick<NavItem, 'path' | 'label'> | null {
  const items = useNavItems()
  const hasImport = !useLacks('flow.import')
  const mayHaveCosts = useHasCosts() !== false
  if (pathname === paths.import && !hasImport) return { path: paths.import, label: 'Import' }
  const item = navItems.find((one) => isAtNavItem(one, pathname))
  if (item === undefined || items.includes(item) || (item.path === paths.billing && mayHaveCosts)) return null
  return item
}

/** Whether a page belongs to an item. */
export const isAtNavItem = ({ path }: NavItem, pathname: string): boolean =>
  pathname === path || (path !== paths.home && pathname.startsWith(`${path}/`))
