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
import { paths } from '#ui/paths.ts'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  /** The second key after "g". */
  key: string
  /** Whether it is in the bar of a phone; the others are in its menu “More”. */
  isInBar: boolean
}

export const navItems: readonly NavItem[] = [
  { path: paths.home, label: 'Today', icon: Sun, key: 'h', isInBar: true },
  { path: paths.flows, label: 'Flows', icon: Workflow, key: 'f', isInBar: true },
  { path: paths.runs, label: 'Runs', icon: Activity, key: 'r', isInBar: true },
  { path: paths.tools, label: 'Tools', icon: Wrench, key: 't', isInBar: false },
  { path: paths.channels, label: 'Channels', icon: RadioTower, key: 'c', isInBar: false },
  { path: paths.inbox, label: 'Inbox', icon: Inbox, key: 'i', isInBar: true },
  { path: paths.billing, label: 'Billing', icon: ReceiptText, key: 'b', isInBar: false },
  { path: paths.settings, label: 'Settings', icon: Settings2, key: 's', isInBar: false },
]

/** Whether a page belongs to an item. */
export const isAtNavItem = ({ path }: NavItem, pathname: string): boolean =>
  pathname === path || (path !== paths.home && pathname.startsWith(`${path}/`))
