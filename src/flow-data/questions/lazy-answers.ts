/** Questions that are asked after a flow is drawn: drawing does not wait for this code. */
import { bindingUsesIn } from './ask-binding-uses.ts'
import { changesIn, markViewedIn, changeLinesIn, changeOfNodeIn } from './ask-changes.ts'
import { comparisonLinesIn, comparedNodeIn, comparisonTextIn } from './ask-comparison.ts'
import { exportFileIn, exportSizeIn } from './ask-export-size.ts'
import { findIn, findStepIn, suggestIn } from './ask-find.ts'
import { findingLocationsIn, findingsIn } from './ask-findings.ts'
import { runOverlayIn } from './ask-run-overlay.ts'
import { neighboursIn } from './ask-neighbours.ts'
import { nodeIn } from './ask-node.ts'
import { outlineIn, outlineRowsIn, outlineTypedIn } from './ask-outline.ts'
import { pathIn, reachIn, targetsIn } from './ask-path.ts'
import { stepGroupsIn } from './ask-step-groups.ts'
import { triggersIn } from './ask-triggers.ts'
import { editableFieldsIn, foundValuesIn, replacedValuesIn, reviewedChangesIn, valuesTemplateIn } from './ask-values.ts'
import { updateFactsIn } from './ask-update.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export const lazyAnswers = {
  'binding uses': bindingUsesIn,
  'change lines': changeLinesIn,
  'change of node': changeOfNodeIn,
  changes: changesIn,
  'compared lines': comparisonLinesIn,
  'compared node': comparedNodeIn,
  'compared text': comparisonTextIn,
  'editable fields': editableFieldsIn,
  'export file': exportFileIn,
  'export size': exportSizeIn,
  'find step': findStepIn,
  find: findIn,
  'finding places': findingLocationsIn,
  findings: findingsIn,
  'found values': foundValuesIn,
  'lay run': runOverlayIn,
  neighbours: neighboursIn,
  node: nodeIn,
  'outline rows': outlineRowsIn,
  'outline typed': outlineTypedIn,
  outline: outlineIn,
  path: pathIn,
  reach: reachIn,
  'replaced values': replacedValuesIn,
  'reviewed changes': reviewedChangesIn,
  seen: markViewedIn,
  'step groups': stepGroupsIn,
  suggest: suggestIn,
  targets: targetsIn,
  'values template': valuesTemplateIn,
  triggers: (flow: MemoizedFlow, _input: object) => triggersIn(flow),
  'update facts': (flow: MemoizedFlow, _input: object) => updateFactsIn(flow),
}

export type LazyAnswers = typeof lazyAnswers
