import { expect, test } from 'vitest'
import { triggersIn } from '#flow-data/questions/ask-triggers.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import { makeNode } from '#flow/draft.ts'
import { inputDraftOf, inputValueOf } from '#parts/forms/input-draft.ts'
import { inputFields } from '#parts/forms/input-fields.ts'
import { initialValue } from './run-draft.ts'

test('the input for a message trigger has all fields of a message', () => {
  const nodes = [makeNode({ id: 'in', type: 'trigger', name: 'In', config: { kind: 'message' } })]
  const [trigger] = triggersIn(new MemoizedFlow({ nodes, edges: [], validation: [] }))
  const schema = trigger?.schema ?? null
  const fields = inputFields(schema)
  const draft = inputDraftOf(fields, initialValue(schema, {}))
  expect(inputValueOf(fields, draft).problems).toEqual({ text: 'This field is required.' })
  const { value } = inputValueOf(fields, { ...draft, fieldTexts: { ...draft.fieldTexts, text: 'Hello' } })
  // The fields that `inputOf` of the service adds (server/engine/channels/intake.ts).
  const absent = ['subject', 'from', 'name', 'email', 'phone', 'channel', 'channel_type', 'message_id', 'at']
  expect(value).toEqual({ text: 'Hello', ...Object.fromEntries(absent.map((name) => [name, null])) })
})
