/** Each page, as code that comes later. Apart from the routes: the first script asks for what its address needs before the router is there. */
import { codeLater } from './ui/browser/lazy-module.ts'
import { paths } from './ui/paths.ts'

export const pageCode = {
  /** Leads to the flows. */
  home: codeLater(async () => (await import('#pages/flows/flows-page.tsx')).FlowsPage),
  signIn: codeLater(async () => (await import('#pages/sign-in/sign-in-page.tsx')).SignInPage),
  setUp: codeLater(async () => (await import('#pages/set-up/set-up-page.tsx')).SetUpPage),
  flows: codeLater(async () => (await import('#pages/flows/flows-page.tsx')).FlowsPage),
  fileFlow: codeLater(async () => (await import('./pages/flow/file/file-flow-page.tsx')).FileFlowPage),
  import: codeLater(async () => (await import('#pages/import/import-page.tsx')).ImportPage),
  trash: codeLater(async () => (await import('#pages/trash/trash-page.tsx')).TrashPage),
  compare: codeLater(async () => (await import('#pages/compare/compare-page.tsx')).ComparePage),
  flow: codeLater(async () => (await import('#pages/flow/flow-page.tsx')).FlowPage),
  tools: codeLater(async () => (await import('#pages/tools/tools-page.tsx')).ToolsPage),
  channels: codeLater(async () => (await import('#pages/channels/channels-page.tsx')).ChannelsPage),
  inbox: codeLater(async () => (await import('#pages/inbox/inbox-page.tsx')).InboxPage),
  billing: codeLater(async () => (await import('#pages/billing/billing-page.tsx')).BillingPage),
  ledger: codeLater(async () => (await import('#pages/billing/ledger-page.tsx')).LedgerPage),
  statement: codeLater(async () => (await import('#pages/billing/statement-page.tsx')).StatementPage),
  budgets: codeLater(async () => (await import('#pages/billing/budgets-page.tsx')).BudgetsPage),
  settingsSection: codeLater(async () => (await import('#pages/settings/settings-page.tsx')).SettingsPage),
}

export type PageName = keyof typeof pageCode

/** `/flows/:id?` as the addresses that it means. */
const addressesOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`)

const isPage = (name: string): name is PageName => name in pageCode

/** The page at an address; null where there is none. A word that is a page goes before an id in the same place. */
export function pageAt(pathname: string): PageName | null {
  const found = Object.entries(paths)
    .filter(([, path]) => addressesOf(path).test(pathname))
    .map(([name]) => name)
    .filter(isPage)
  return found.find((name) => name !== 'flow') ?? found[0] ?? null
}
