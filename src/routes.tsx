/** The pages, as one visible tree. A page's code loads when it is opened; until then the page before it stays. */
import { lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Frame } from '#shell/frame.tsx'
import { Gate } from '#shell/gate.tsx'
import type { CodeLater } from '#ui/code-later.ts'
import { pageCode } from './page-code.ts'
import { paths } from './paths.ts'

/** Drawn at once where its code is there: React shows what stands in the place of a lazy one first, and that for 0.3 s. */
function pageOf<M>(code: CodeLater<M>, pageIn: (module: M) => ComponentType): FunctionComponent {
  const LazyPage = lazy(async () => ({ default: pageIn(await code.load()) }))
  return function RoutedPage() {
    // Chosen once: another component in its place would begin anew.
    const [Page] = useState<ComponentType>(() => {
      const module = code.get()
      return module === null ? LazyPage : pageIn(module)
    })
    return <Page />
  }
}

const SignInPage = pageOf(pageCode.signIn, (module) => module.SignInPage)
const SetUpPage = pageOf(pageCode.setUp, (module) => module.SetUpPage)
const FlowsPage = pageOf(pageCode.flows, (module) => module.FlowsPage)
const ImportPage = pageOf(pageCode.import, (module) => module.ImportPage)
const FlowPage = pageOf(pageCode.flow, (module) => module.FlowPage)
const FileFlowPage = pageOf(pageCode.fileFlow, (module) => module.FileFlowPage)
const TrashPage = pageOf(pageCode.trash, (module) => module.TrashPage)
const ComparePage = pageOf(pageCode.compare, (module) => module.ComparePage)
const ToolsPage = pageOf(pageCode.tools, (module) => module.ToolsPage)
const ChannelsPage = pageOf(pageCode.channels, (module) => module.ChannelsPage)
const InboxPage = pageOf(pageCode.inbox, (module) => module.InboxPage)
const BillingPage = pageOf(pageCode.billing, (module) => module.BillingPage)
const LedgerPage = pageOf(pageCode.ledger, (module) => module.LedgerPage)
const StatementPage = pageOf(pageCode.statement, (module) => module.StatementPage)
const BudgetsPage = pageOf(pageCode.budgets, (module) => module.BudgetsPage)
const SettingsPage = pageOf(pageCode.settingsSection, (module) => module.SettingsPage)
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
