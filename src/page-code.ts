/**
 * Lazily loaded code of each page. Separate from the routes: the first script loads the code for its URL before the
 * router.
 */
import { lazyModule } from './ui/browser/lazy-module.ts'
import { paths } from './ui/paths.ts'

const importPage = lazyModule(async () => (await import('#pages/import/import-page.tsx')).ImportPage)

export const pageCode = {
  home: lazyModule(async () => (await import('#pages/today/today-page.tsx')).TodayPage),
  signIn: lazyModule(async () => (await import('#pages/sign-in/sign-in-page.tsx')).SignInPage),
  setUp: lazyModule(async () => (await import('#pages/set-up/set-up-page.tsx')).SetUpPage),
  flows: lazyModule(async () => (await import('#pages/flows/flows-page.tsx')).FlowsPage),
  allFlows: lazyModule(async () => (await import('#pages/flows/all/all-flows.tsx')).AllFlows),
  fileFlow: lazyModule(async () => (await import('./pages/flow/file/file-flow-page.tsx')).FileFlowPage),
  import: importPage,
  flowUpdate: importPage,
  trash: lazyModule(async () => (await import('#pages/trash/trash-page.tsx')).TrashPage),
  compare: lazyModule(async () => (await import('#pages/compare/compare-page.tsx')).ComparePage),
  flow: lazyModule(async () => (await import('#pages/flow/flow-page.tsx')).FlowPage),
  runs: lazyModule(async () => (await import('#pages/runs/runs-page.tsx')).RunsPage),
  tools: lazyModule(async () => (await import('#pages/tools/tools-page.tsx')).ToolsPage),
  channels: lazyModule(async () => (await import('#pages/channels/channels-page.tsx')).ChannelsPage),
  inbox: lazyModule(async () => (await import('#pages/inbox/inbox-page.tsx')).InboxPage),
  billing: lazyModule(async () => (await import('#pages/billing/billing-page.tsx')).BillingPage),
  ledger: lazyModule(async () => (await import('#pages/billing/ledger-page.tsx')).LedgerPage),
  statement: lazyModule(async () => (await import('#pages/billing/statement-page.tsx')).StatementPage),
  budgets: lazyModule(async () => (await import('#pages/billing/budgets-page.tsx')).BudgetsPage),
  settingsSection: lazyModule(async () => (await import('#pages/settings/settings-page.tsx')).SettingsPage),
}

export type PageName = keyof typeof pageCode

/** Regular expression for the URLs that a path such as `/flows/:id?` matches. */
const addressesOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`)

const isPage = (name: string): name is PageName => name in pageCode

/** The page at a path; null if there is none. A literal segment has precedence over an id in the same position. */
export function pageAt(pathname: string): PageName | null {
  const found = Object.entries(paths)
    .filter(([, path]) => addressesOf(path).test(pathname))
    .map(([name]) => name)
    .filter(isPage)
  return found.find((name) => name !== 'flow') ?? found[0] ?? null
}
