import { expect, test } from 'vitest'
import { allFileTabs, allFlowTabs } from './flow-tabs.tsx'
import { fileTabOf, findText, nodeQuery, runOverlayQuery, tabLinks, tabOf, tabQuery, withFind } from './flow-view.ts'

const facts = { findings: [], variables: 3 }

test('invalid values in the URL are ignored', () => {
  expect(tabOf(new URLSearchParams('tab=health'))).toBe('health')
  expect(tabOf(new URLSearchParams('tab=__proto__'))).toBe('canvas')
  expect(tabOf(new URLSearchParams())).toBe('canvas')
})

test('a flow in a file only has the tabs that need no service; any other tab in the URL is ignored', () => {
  expect(fileTabOf(new URLSearchParams('tab=health'))).toBe('health')
  expect(fileTabOf(new URLSearchParams('tab=runs'))).toBe('canvas')
  const { value, bar, parts } = tabLinks(new URLSearchParams('node=n1'), 'canvas', allFileTabs, facts)
  expect(bar.map(({ label }) => label)).toEqual(['Canvas', 'Health', 'Details'])
  expect(bar[2]).toMatchObject({ value: 'details', to: { search: '?node=n1&tab=details' } })
  expect([value, parts]).toEqual(['canvas', []])
})

test('the details have a link for each of their parts, which keep their own addresses', () => {
  expect(tabOf(new URLSearchParams('tab=details'))).toBe('metadata')
  expect(fileTabOf(new URLSearchParams('tab=details'))).toBe('metadata')
  for (const part of ['variables', 'settings', 'metadata', 'json'] as const) {
    expect(tabOf(new URLSearchParams({ tab: part }))).toBe(part)
    const { value, bar, parts } = tabLinks(new URLSearchParams('node=n1'), part, allFlowTabs, facts)
    expect(value).toBe('details')
    expect(bar.map(({ label }) => label)).toEqual(['Canvas', 'Runs', 'Health', 'History', 'Details'])
    expect(parts.map(({ label }) => label)).toEqual(['About', 'Variables', 'Settings', 'JSON'])
    expect(parts[1]).toMatchObject({ value: 'variables', count: 3, to: { search: '?node=n1&tab=variables' } })
  }
})

test('the link to another tab keeps node, placement and run, and drops the filter of runs', () => {
  const query = new URLSearchParams('tab=runs&node=a%26b&place=laid-out&status=failed&period=7d')
  expect(tabQuery(query, 'health')).toBe('?node=a%26b&place=laid-out&tab=health')
  expect(tabQuery(query, 'canvas')).toBe('?node=a%26b&place=laid-out')
  expect(tabQuery(new URLSearchParams('tab=json'), 'canvas')).toBe('')
})

test('the link to a node opens the canvas and keeps the placement', () => {
  expect(nodeQuery(new URLSearchParams('tab=health&place=laid-out'), 'a b')).toBe('?place=laid-out&node=a+b')
})

test('a run overlay is kept in other tabs, and can be removed', () => {
  const query = new URLSearchParams('tab=runs&place=laid-out&status=failed')
  expect(runOverlayQuery(query, 'r 1')).toBe('?place=laid-out&run=r+1')
  expect(tabQuery(new URLSearchParams('run=r1&place=laid-out'), 'runs')).toBe('?place=laid-out&run=r1&tab=runs')
  expect(nodeQuery(new URLSearchParams('tab=health&run=r1'), 'a')).toBe('?run=r1&node=a')
  expect(runOverlayQuery(new URLSearchParams('run=r1&node=a'), null)).toBe('?node=a')
})

test('a search is kept in other tabs, and removed from the query when its text is empty', () => {
  const query = withFind(new URLSearchParams('node=n1'), 'type:api "a b"')
  expect(findText(query)).toBe('type:api "a b"')
  expect(tabQuery(query, 'health')).toBe('?node=n1&find=type%3Aapi+%22a+b%22&tab=health')
  expect(withFind(query, '').toString()).toBe('node=n1')
  expect(findText(new URLSearchParams({ find: 'x'.repeat(600) }))).toHaveLength(500)
})
