import { expect, test } from 'vitest'
import { pageAt } from './page-code.ts'

test.each([
  ['/', 'home'],
  ['/flows', 'flows'],
  ['/flows/', 'flows'],
  ['/flows/flw_1', 'flow'],
  ['/flows/a%2Fb', 'flow'],
  ['/flows/import', 'import'],
  ['/flows/compare/', 'compare'],
  ['/flows/trash', 'trash'],
  ['/flows/file', 'fileFlow'],
  ['/flows/file/k1', 'fileFlow'],
  ['/billing/ledger', 'ledger'],
  ['/settings', 'settingsSection'],
  ['/settings/keys', 'settingsSection'],
  ['/flows/flw_1/nodes', null],
  ['/nowhere', null],
])('%s leads to the page %s', (address, page) => expect(pageAt(address)).toBe(page))
