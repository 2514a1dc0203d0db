import { useExtension } from '#api/query/me.ts'
import { paths } from '#ui/paths.ts'
import { Tabs } from '#ui/controls/tabs.tsx'

/** Billing views in tab order. `extension` = the extension that the service must have. */
const views = {
  overview: { label: 'Overview', to: paths.billing, extension: null },
  budgets: { label: 'Budgets', to: paths.budgets, extension: 'budgets' },
  statement: { label: 'Statement', to: paths.statement, extension: 'ledger' },
  ledger: { label: 'Ledger', to: paths.ledger, extension: 'ledger' },
} as const

/** Tabs for the views that the service supports; nothing if that is only one. */
export function BillingTabs({ value }: { value: keyof typeof views }) {
  const isOffered = { budgets: useExtension('budgets'), ledger: useExtension('ledger') }
  const tabs = Object.entries(views)
    .filter(([, { extension }]) => extension === null || isOffered[extension])
    .map(([view, { label, to }]) => ({ value: view, label, to }))
  return tabs.length > 1 && <Tabs label="Billing views" value={value} tabs={tabs} />
}
