/** The pages, as one visible tree. A page's code loads when it is opened; until then the page before it stays. */
import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Frame } from '#shell/frame.tsx'
import { Gate } from '#shell/gate.tsx'
import { paths } from './paths.ts'

const SignInPage = lazy(async () => ({ default: (await import('#pages/sign-in/sign-in-page.tsx')).SignInPage }))
const SetUpPage = lazy(async () => ({ default: (await import('#pages/set-up/set-up-page.tsx')).SetUpPage }))
const FlowsPage = lazy(async () => ({ default: (await import('#pages/flows/flows-page.tsx')).FlowsPage }))
const ImportPage = lazy(async () => ({ default: (await import('#pages/import/import-page.tsx')).ImportPage }))
const FlowPage = lazy(async () => ({ default: (await import('#pages/flow/flow-page.tsx')).FlowPage }))
const FileFlowPage = lazy(async () => ({ default: (await import('#pages/flow/file-flow-page.tsx')).FileFlowPage }))
const TrashPage = lazy(async () => ({ default: (await import('#pages/trash/trash-page.tsx')).TrashPage }))
const ComparePage = lazy(async () => ({ default: (await import('#pages/compare/compare-page.tsx')).ComparePage }))
const ToolsPage = lazy(async () => ({ default: (await import('#pages/tools/tools-page.tsx')).ToolsPage }))
const ChannelsPage = lazy(async () => ({ default: (await import('#pages/channels/channels-page.tsx')).ChannelsPage }))
const InboxPage = lazy(async () => ({ default: (await import('#pages/inbox/inbox-page.tsx')).InboxPage }))
const BillingPage = lazy(async () => ({ default: (await import('#pages/billing/billing-page.tsx')).BillingPage }))
const LedgerPage = lazy(async () => ({ default: (await import('#pages/billing/ledger-page.tsx')).LedgerPage }))
const StatementPage = lazy(async () => ({ default: (await import('#pages/billing/statement-page.tsx')).StatementPage }))
const BudgetsPage = lazy(async () => ({ default: (await import('#pages/billing/budgets-page.tsx')).BudgetsPage }))
const SettingsPage = lazy(async () => ({ default: (await import('#pages/settings/settings-page.tsx')).SettingsPage }))
const NotFoundPage = lazy(async () => ({ default: (await import('#pages/not-found/not-found-page.tsx')).NotFoundPage }))

export function Pages() {
  return (
    <Routes>
      <Route path={paths.signIn} element={<SignInPage />} />
      <Route path={paths.setUp} element={<SetUpPage />} />
      <Route element={<Gate />}>
        <Route element={<Frame />}>
          <Route path={paths.home} element={<Navigate to={paths.flows} replace />} />
          <Route path={paths.flows} element={<FlowsPage />} />
          <Route path={paths.fileFlow} element={<FileFlowPage />} />
          <Route path={paths.import} element={<ImportPage />} />
          <Route path={paths.trash} element={<TrashPage />} />
          <Route path={paths.compare} element={<ComparePage />} />
          <Route path={paths.flow} element={<FlowPage />} />
          <Route path={paths.tools} element={<ToolsPage />} />
          <Route path={paths.channels} element={<ChannelsPage />} />
          <Route path={paths.inbox} element={<InboxPage />} />
          <Route path={paths.billing} element={<BillingPage />} />
          <Route path={paths.ledger} element={<LedgerPage />} />
          <Route path={paths.statement} element={<StatementPage />} />
          <Route path={paths.budgets} element={<BudgetsPage />} />
          <Route path={paths.settingsSection} element={<SettingsPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  )
}
