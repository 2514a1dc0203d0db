import { expect, test } from 'vitest'
import { builtInViews, builtInViewId } from '#shell/navigation/built-in-views.ts'
import { readInboxView, writeInboxView } from '#pages/inbox/inbox-view.ts'
import { isChangedBuiltInView, withBaseView } from './built-in-view-changes.ts'

const read = (query: string) => readInboxView(new URLSearchParams(query), true)

test('every built-in view is unchanged initially, and changed by another rule, order or group', () => {
  for (const ready of builtInViews) {
    expect(isChangedBuiltInView(ready, read(ready.query)), ready.label).toBe(false)
    expect(writeInboxView(withBaseView(ready, read(ready.query))).has('view')).toBe(false)
    for (const more of [
      '&label=vip',
      '&q=late',
      '&colour=red',
      '&filter={"or":[{"field":"label","values":["vip"]},{"field":"label","values":["new"]}]}',
    ]) {
      const next = withBaseView(ready, read(ready.query + more))
      expect(isChangedBuiltInView(ready, next), `${ready.label} ${more}`).toBe(true)
      expect(writeInboxView(next).get('view')).toBe(builtInViewId(ready))
    }
    const other = read(ready.query)
    expect(withBaseView(ready, { ...other, ordering: '-total_cost' }).saved).toBe(builtInViewId(ready))
  }
})

test('a restored view, an empty filter, and a view with another origin do not name the built-in view', () => {
  const mine = builtInViews.find(({ name }) => name === 'mine')
  if (mine === undefined) throw new Error('There is no built-in view.')
  const begun = read(`view=${builtInViewId(mine)}&status=open&assignee=me`)
  expect(withBaseView(mine, begun).saved).toBeNull()
  expect(withBaseView(mine, read(`view=${builtInViewId(mine)}`)).saved).toBeNull()
  expect(withBaseView(mine, read('view=viw_1&unread=true')).saved).toBe('viw_1')
  expect(withBaseView(null, read('unread=true')).saved).toBeNull()
})
