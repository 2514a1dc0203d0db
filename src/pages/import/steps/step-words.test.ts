import { expect, test } from 'vitest'
import type { StepGroup } from '#flow/choices/step-choices.ts'
import { verdictOf } from '#flow/health/verdict.ts'
import type { Finding } from '#contract/flow.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { choiceEffect, choiceLabel, groupSubtitle, importLabel, outcomeText } from './step-words.ts'

const group: StepGroup = {
  key: 'step: google drive',
  title: 'Google Drive',
  role: 'step',
  count: 5,
  names: ['Watch', 'Download', 'Upload'],
  ids: [],
  indexes: [],
  owners: [],
  hosts: [],
  toolCategories: ['api'],
  conversion: null,
  followers: 'continue',
}
const part: StepGroup = { ...group, role: 'part', owners: ['Insert'], toolCategories: [] }
const tool = { kind: 'tool', key: 'drive', category: 'api', name: 'Drive files' } as const

const stepsWith = (findings: Finding[], steps = 3): ChosenSteps => {
  const verdict = verdictOf(findings, { steps, product: 'n8n' })
  return {
    template: null,
    groups: { list: [group], omitted: 0 },
    before: verdict,
    after: verdict,
    findings,
    stops: { runs: 0, chosen: 0, needs: 0, nothing: 0 },
    running: [],
  }
}
const at = (code: string, node: string): Finding => ({ level: 'error', code, message: '', node_id: node })
const kept = { [group.key]: { kind: 'keep' } } as const

test('a group is described by its steps, or by what it belongs to', () => {
  expect(groupSubtitle(group)).toBe('Watch, Download, Upload, 2 more')
  expect(groupSubtitle({ ...group, names: ['Google Drive'], count: 1 })).toBe('')
  expect(groupSubtitle(part)).toBe('part of Insert')
  expect(groupSubtitle({ ...part, role: 'model', owners: ['AI Agent'] })).toBe('belongs to AI Agent')
  expect([choiceLabel(group, null), choiceLabel(part, null)]).toEqual(['Choose…', 'Part of Insert'])
})

test('a choice says what it means, also that its tool was deleted', () => {
  expect(choiceEffect(group, null, [])).toBe('')
  expect(choiceEffect(group, { kind: 'off' }, null)).toBe('What follows gets their input.')
  expect(choiceEffect({ ...group, followers: 'stop' }, { kind: 'off' }, null)).toMatch(/^Not all of the steps/)
  expect(choiceEffect({ ...part, role: 'memory' }, { kind: 'off' }, null)).toMatch(/does not remember/)
  expect(choiceEffect(group, tool, ['a', 'b', 'c', 'd'])).toBe('Its inputs a, b, c, 1 more are not filled in yet.')
  const conversion = { filled: ['method', 'headers'], rewrite: ['URL'], add: ['credentials'] }
  expect(choiceEffect({ ...group, conversion }, { kind: 'convert' }, null)).toBe(
    'Filled in: method, headers. To rewrite: URL. To add: credentials.',
  )
  expect(choiceEffect(group, tool, null)).toBe('This tool no longer exists. Choose another one.')
})

test('the button says what is left, in the number of the flow’s page', () => {
  expect(importLabel(null, null)).toBe('Import')
  expect(importLabel(stepsWith([]), null)).toBe('Import')
  const foreign = stepsWith([at('unknown_type', 'a'), at('unknown_type', 'b')])
  expect(importLabel(foreign, {})).toBe('Import with 2 problems')
  expect(outcomeText(foreign, {})).toBe('Becomes a draft. It cannot run yet.')
  expect(importLabel(foreign, kept)).toBe('Import as it is')
  expect(outcomeText(foreign, kept)).toBe('Becomes a draft. 2 steps are left as they are, so it cannot run.')
  // What is converted is fixed after the import.
  expect(importLabel(foreign, { [group.key]: { kind: 'convert' } })).toBe('Import with 2 problems')
  // Something else is missing too.
  expect(importLabel(stepsWith([at('unknown_type', 'a'), at('missing_model', 'b')]), kept)).toBe(
    'Import with 2 problems',
  )
})
