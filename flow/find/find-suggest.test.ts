import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { FlowSearch } from './find.ts'
import { suggestFind } from './find-suggest.ts'

const node = (id: string, type: string, tool: string | null = null) => makeNode({ id, type, name: id, tool })
const search = new FlowSearch({
  nodes: [
    node('a', 'code'),
    node('b', 'api', 'orders'),
    node('c', 'api', 'crm'),
    node('d', 'n8n no op'),
    node('e', 'old "x y"'),
  ],
  edges: [],
  validation: [],
})
const offered = (text: string, caret = text.length) => {
  const { from, to, list } = suggestFind(search, text, caret)
  return list.map(({ insert }) => text.slice(0, from) + insert + text.slice(to))
}

test('operators are suggested by prefix', () => {
  expect(offered('')).toEqual(['type:', 'tool:', 'uses:', 'is:'])
  expect(offered('order -t')).toEqual(['order -type:', 'order -tool:'])
  expect(offered('order')).toEqual([])
  expect(offered('t and more', 1)).toEqual(['type: and more', 'tool: and more'])
})

test('values that occur in the flow are suggested, most frequent first', () => {
  expect(offered('type:')).toEqual(['type:api', 'type:code', 'type:"n8n no op"'])
  expect(offered('type:"n8n n')).toEqual(['type:"n8n no op"'])
  expect(offered('tool:c')).toEqual(['tool:crm'])
  expect(offered('x -is:d')).toEqual(['x -is:disabled'])
  expect(offered('type:api')).toEqual([])
  expect(offered('nothing:a')).toEqual([])
})
