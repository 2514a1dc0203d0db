/** Navigation items, in order. A new page gets an item here and a route in src/routes.tsx. */
import { Inbox, RadioTower, ReceiptText, Settings2, Sun, Workflow, Wrench, type LucideIcon } from 'lucide-react'
import { paths } from '#ui/paths.ts'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  /** The second key after "g". */
  key: string
}

export const navItems: readonly NavItem[] = [
  { path: paths.home, label: 'Today', icon: Sun, key: 'h' },
  { path: paths.flows, label: 'Flows', icon: Workflow, key: 'f' },
  { path: paths.tools, label: 'Tools', icon: Wrench, key: 't' },
  { path: paths.channels, label: 'Channels', icon: RadioTower, key: 'c' },
  { path: paths.inbox, label: 'Inbox', icon: Inbox, key: 'i' },
  { path: paths.billing, label: 'Billing', icon: ReceiptText, key: 'b' },
  { path: paths.settings, label: 'Settings', icon: Settings2, key: 's' },
]

/** The bar on a phone has room for five; the others are in the page menu. */
export const maxBarItems = 5
