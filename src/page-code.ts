/** The code of each page. Apart from the routes: the first script asks for what its address needs before the router is there. */
import { codeLater } from '#ui/code-later.ts'
import { paths } from './paths.ts'

export const pageCode = {
  /** Leads to the flows. */
  home: codeLater(() => import('#pages/flows/flows-page.tsx')),
  signIn: codeLater(() => import('#pages/sign-in/sign-in-page.tsx')),
  setUp: codeLater(() => import('#pages/set-up/set-up-page.tsx')),
  flows: codeLater(() => import('#pages/flows/flows-page.tsx')),
  fileFlow: codeLater(() => import('#pages/flow/file-flow-page.tsx')),
  import: codeLater(() => import('#pages/import/import-page.tsx')),
  trash: codeLater(() => import('#pages/trash/trash-page.tsx')),
  compare: codeLater(() => import('#pages/compare/compare-page.tsx')),
  flow: codeLater(() => import('#pages/flow/flow-page.tsx')),
  tools: codeLater(() => import('#pages/tools/tools-page.tsx')),
  channels: codeLater(() => import('#pages/channels/channels-page.tsx')),
  inbox: codeLater(() => import('#pages/inbox/inbox-page.tsx')),
  billing: codeLater(() => import('#pages/billing/billing-page.tsx')),
  ledger: codeLater(() => import('#pages/billing/ledger-page.tsx')),
  statement: codeLater(() => import('#pages/billing/statement-page.tsx')),
  budgets: codeLater(() => import('#pages/billing/budgets-page.tsx')),
  settingsSection: codeLater(() => import('#pages/settings/settings-page.tsx')),
} as const

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
