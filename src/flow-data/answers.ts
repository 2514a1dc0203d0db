/**
 * What can be asked about an open flow: a question is a row here, its input the second parameter of its function, its
 * answer what that returns. Both are sent between page and worker, so they hold plain data. Adding a question = one file
 * in this folder and one row.
 */
import { placeIn } from './ask-place.ts'
import { branchWordsIn, cardsIn, edgeIdIn, laidSceneIn, sceneIn } from './ask-scene.ts'
import { loadLayout, type HeldParts } from './held-parts.ts'

/** What is asked a moment later: what is drawn does not wait for its code. */
const load = {
  bindingUses: () => import('./ask-binding-uses.ts'),
  changeLines: () => import('./ask-change-lines.ts'),
  changes: () => import('./ask-changes.ts'),
  compared: () => import('./ask-compared.ts'),
  exportSize: () => import('./ask-export-size.ts'),
  find: () => import('./ask-find.ts'),
  findings: () => import('./ask-findings.ts'),
  layRun: () => import('./ask-lay-run.ts'),
  neighbours: () => import('./ask-neighbours.ts'),
  node: () => import('./ask-node.ts'),
  outline: () => import('./ask-outline.ts'),
  path: () => import('./ask-path.ts'),
  triggers: () => import('./ask-triggers.ts'),
}

const later =
  <Asked, Told>(loaded: () => Promise<(held: HeldParts, input: Asked) => Told>) =>
  async (held: HeldParts, input: Asked): Promise<Awaited<Told>> => {
    const answer = await loaded()
    return await answer(held, input)
  }

/** What draws a difference on a flow: `hold changes`. */
export const loadChangePicture = () => import('./change-picture.ts')

/** Fetches that code ahead: then it is there at once, also when the service is not. */
export function loadAnswers(): void {
  // What cannot be had now is fetched again by the question that needs it.
  for (const one of [...Object.values(load), loadLayout, loadChangePicture]) one().catch(() => null)
}

export const answers = {
  'binding uses': later(async () => (await load.bindingUses()).bindingUsesIn),
  'change lines': later(async () => (await load.changeLines()).changeLinesIn),
  'change of node': later(async () => (await load.changeLines()).changeOfNodeIn),
  changes: later(async () => (await load.changes()).changesIn),
  'compared lines': later(async () => (await load.compared()).comparedLinesIn),
  'compared node': later(async () => (await load.compared()).comparedNodeIn),
  'compared text': later(async () => (await load.compared()).comparedTextIn),
  'export file': later(async () => (await load.exportSize()).exportFileIn),
  'export size': later(async () => (await load.exportSize()).exportSizeIn),
  'find step': later(async () => (await load.find()).findStepIn),
  find: later(async () => (await load.find()).findIn),
  'finding places': later(async () => (await load.findings()).findingPlacesIn),
  findings: later(async () => (await load.findings()).findingsIn),
  'lay run': later(async () => (await load.layRun()).layRunIn),
  neighbours: later(async () => (await load.neighbours()).neighboursIn),
  node: later(async () => (await load.node()).nodeIn),
  'outline rows': later(async () => (await load.outline()).outlineRowsIn),
  'outline typed': later(async () => (await load.outline()).outlineTypedIn),
  outline: later(async () => (await load.outline()).outlineIn),
  path: later(async () => (await load.path()).pathIn),
  place: placeIn,
  reach: later(async () => (await load.path()).reachIn),
  seen: later(async () => (await load.changes()).seenIn),
  suggest: later(async () => (await load.find()).suggestIn),
  targets: later(async () => (await load.path()).targetsIn),
  triggers: later(async () => (await load.triggers()).triggersIn),
  scene: sceneIn,
  'laid scene': laidSceneIn,
  cards: cardsIn,
  'branch words': branchWordsIn,
  'edge id': edgeIdIn,
}

type Answers = typeof answers
export type Question = keyof Answers
export type Input<Q extends Question> = Parameters<Answers[Q]>[1]
export type Answer<Q extends Question> = Awaited<ReturnType<Answers[Q]>>
