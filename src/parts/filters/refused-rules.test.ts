import { expect, test } from 'vitest'
import { conversationFields } from '#contract/conversation.ts'
import { noFilters, readRules } from './rules.ts'
import { withoutRefusedRules } from './refused-rules.tsx'

test('the rule that an error names is removed, or all rules if it names none', () => {
  const filters = readRules(conversationFields, new URLSearchParams('status=open&created_at__gte=2026-03-29T02:30'), [])
  const left = withoutRefusedRules(filters, ['created_at__gte'])
  expect(left.rules.map(({ field }) => field.name)).toEqual(['status'])
  expect(withoutRefusedRules(filters, ['tz'])).toEqual(noFilters)
})
