/** Routes of all pages in one tree. A page's code loads when it is opened; until then the previous page stays. */
import { lazy, Suspense, useState, type ComponentType, type FunctionComponent } from 'react'
import { Route, Routes } from 'react-router'
import { browserNotifications } from '#parts/notifications/notification-setting.ts'
import { Frame } from '#shell/frame.tsx'
import { SessionGate } from './shell/session/session-gate.tsx'
import type { LazyModule } from './ui/browser/lazy-module.ts'
import { lazyPart } from './ui/browser/lazy-part.tsx'
import { useStoredSetting } from './ui/browser/stored-setting.ts'
import { pageCode } from './page-code.ts'
import { paths } from './ui/paths.ts'

/** A page that renders immediately if its code is loaded; React.lazy would first show the fallback, for 0.3 s. */
function pageOf(code: LazyModule<ComponentType>): FunctionComponent {
  const LazyPage = lazy(async () => ({ default: await code.load() }))
  return function RoutedPage() {
    // Chosen once, since replacing the component would remount the page.
    const [Page] = useState(() => code.get() ?? LazyPage)
    return <Page />
  }
}

const SignInPage = pageOf(pageCode.signIn)
const SetUpPage = pageOf(pageCode.setUp)
const TodayPage = pageOf(pageCode.home)
const FlowsPage = pageOf(pageCode.flows)
const AllFlowsPage = pageOf(pageCode.allFlows)
const ImportPage = pageOf(pageCode.import)
const FlowPage = pageOf(pageCode.flow)
const FileFlowPage = pageOf(pageCode.fileFlow)
const TrashPage = pageOf(pageCode.trash)
const ComparePage = pageOf(pageCode.compare)
const RunsPage = pageOf(pageCode.runs)
const ToolsPage = pageOf(pageCode.tools)
const ChannelsPage = pageOf(pageCode.channels)
const InboxPage = pageOf(pageCode.inbox)
const BillingPage = pageOf(pageCode.billing)
const LedgerPage = pageOf(pageCode.ledger)
const StatementPage = pageOf(pageCode.statement)
const BudgetsPage = pageOf(pageCode.budgets)
const SettingsPage = pageOf(pageCode.settingsSection)
const NotFoundPage = lazy(async () => ({ default: (await import('#pages/not-found/not-found-page.tsx')).NotFoundPage }))

const IncidentNotifier = lazyPart(
  async () => (await import('#parts/notifications/incident-notifier.tsx')).IncidentNotifier,
  { preload: 'on use', Missing: () => null },
)

/** The frame, and notifications if this browser shows them. */
function NotifyingFrame() {
  const setting = useStoredSetting(browserNotifications)
  return (
    <>
      <Frame />
      <Suspense>{setting === 'on' && <IncidentNotifier />}</Suspense>
    </>
  )
}

export function Pages() {
  return (
    <Routes>
      <Route path={paths.signIn} element={<SignInPage />} />
      <Route path={paths.setUp} element={<SetUpPage />} />
      <Route element={<SessionGate />}>
        <Route element={<NotifyingFrame />}>
          <Route path={paths.home} element={<TodayPage />} />
          <Route path={paths.flows} element={<FlowsPage />} />
          <Route path={paths.allFlows} element={<AllFlowsPage />} />
          <Route path={paths.fileFlow} element={<FileFlowPage />} />
          <Route path={paths.import} element={<ImportPage />} />
          <Route path={paths.trash} element={<TrashPage />} />
          <Route path={paths.compare} element={<ComparePage />} />
          <Route path={paths.flow} element={<FlowPage />} />
          <Route path={paths.flowUpdate} element={<ImportPage />} />
          <Route path={paths.runs} element={<RunsPage />} />
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
