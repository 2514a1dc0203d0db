import { useExtension } from '#api/query/me.ts'
import { paths } from '#ui/paths.ts'
import { Tabs } from '#ui/controls/tabs.tsx'

/** Views of what is paid; those that the service does not have are not there, and one alone needs no tab. */
export function BillingTabs({ value }: { value: 'runs' | 'ledger' | 'statement' | 'budgets' }) {
  const hasLedger = useExtension('ledger')
  const hasBudgets = useExtension('budgets')
  const tabs = [
    { value: 'runs', label: 'Runs', to: paths.billing },
    ...(hasBudgets ? [{ value: 'budgets', label: 'Budgets', to: paths.budgets }] : []),
    ...(hasLedger
      ? [
          { value: 'statement', label: 'Statement', to: paths.statement },
          { value: 'ledger', label: 'Ledger', to: paths.ledger },
        ]
      : []),
  ]
  return tabs.length > 1 && <Tabs label="Billing views" value={value} tabs={tabs} />
}
