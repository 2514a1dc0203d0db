import { useExtension } from '#api/query/me.ts'
import { paths } from '#ui/paths.ts'
import { Tabs } from '#ui/controls/tabs.tsx'

/** Tabs of Billing; those that the service does not support are left out, and a single one is not shown. */
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
  return tabs.length > 1 && <Tabs label="Views of billing" value={value} tabs={tabs} />
}
