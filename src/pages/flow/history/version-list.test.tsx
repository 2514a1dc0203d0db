import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import type { VersionList } from './use-versions.ts'
import { VersionListPane } from './version-list.tsx'

const versionOf = (number: number, change: Partial<FlowVersion> = {}): FlowVersion => ({
  number,
  state: 'former',
  at: '2026-11-02T11:05:00Z',
  by: { kind: 'person', id: 'usr_2', name: 'Mira Okafor' },
  source: { kind: 'file', name: 'agent.json', version: null },
  note: '',
  node_count: 3,
  edge_count: 2,
  changes: { added: 2, removed: 1, changed: 3, moved: 1, edges: 0, definitions: 0 },
  summary: '',
  live_since: '2026-11-02T11:05:00Z',
  runs: 0,
  failed: 0,
  tests: 0,
  cost: '0',
  open: { count: 0, waiting: 0, waiting_until: null },
  ...change,
})

async function show(versions: FlowVersion[], change: Partial<VersionList> = {}, newSince: number | null = null) {
  const loadMore = vi.fn<() => void>()
  const list: VersionList = {
    versions,
    total: versions.length,
    newest: versions[0]?.number ?? 1,
    hasMore: false,
    isLoadingMore: false,
    loadMore,
    error: null,
    refetch: () => undefined,
    ...change,
  }
  await renderSignedIn(<VersionListPane list={list} currency="EUR" chosen={2} newSince={newSince} me="usr_1" />)
  return { loadMore }
}

const row = (number: number) => page.getByRole('link', { name: new RegExp(`^Version ${number}\\b`) })

test('a row says state, note, author, origin, changes and runs', async () => {
  await show([
    versionOf(3, { state: 'draft', note: 'To try', tests: 2, source: { kind: 'version', name: null, version: 1 } }),
    versionOf(2, { state: 'live', runs: 88, failed: 31, cost: '2.10', summary: 'Changed “say”.' }),
    versionOf(1, { state: 'discarded', by: { kind: 'key', id: 'key_1', name: 'ci-deploy' }, changes: null }),
  ])
  await expect.element(row(3)).toHaveTextContent(/Draft.*To try.*Mira Okafor from version 1.*2 test runs/)
  await expect.element(row(2)).toHaveTextContent(/Live.*Changed “say”.*from agent.json.*88 runs · 31 failed.*2\.10/)
  await expect.element(row(1)).toHaveTextContent(/thrown away.*No note.*API key ci-deploy.*No runs yet/)
  await expect.element(row(2)).toHaveAttribute('aria-current', 'true')
  await expect.element(row(3).getByText('2 added')).toBeInTheDocument()
})

test('the filter says that it only knows the loaded versions', async () => {
  const { loadMore } = await show([versionOf(60), versionOf(59)], { total: 60, hasMore: true })
  await page.getByRole('button', { name: 'From any' }).click()
  await page.getByRole('menuitemradio', { name: 'service' }).click()
  await expect.element(page.getByText('None of the newest 2 versions matches this filter.')).toBeVisible()
  await expect.element(page.getByText('2 of 60 loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Show older versions' }).click()
  expect(loadMore).toHaveBeenCalledOnce()
})

test("others' versions since the last visit are new, one's own are not", async () => {
  await show(
    [versionOf(3), versionOf(2, { by: { kind: 'person', id: 'usr_1', name: 'Olga Owner' } })],
    {},
    Date.parse('2026-11-01T00:00:00Z'),
  )
  await expect.element(row(3)).toHaveTextContent('new since your last visit')
  await expect.element(row(2)).not.toHaveTextContent('new since your last visit')
})
