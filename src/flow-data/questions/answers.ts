/**
 * Questions about an open flow: each is a row of this table; its input is the second parameter of the function, its
 * answer the return value. Both are sent between page and worker, so they are plain data. A new question = one file in
 * this folder and one row, here or in lazy-answers.ts.
 */
import { branchLabelsIn, cardsIn, edgeIdIn, sceneWithLayoutIn, sceneIn, viewIn } from './ask-scene.ts'
import { loadLayout, nodeIndexIn } from '#flow-data/model/memoized-flow.ts'
import type { LazyAnswers } from './lazy-answers.ts'

/** Questions that drawing needs. */
const drawing = {
  place: nodeIndexIn,
  scene: sceneIn,
  'laid scene': sceneWithLayoutIn,
  view: viewIn,
  cards: cardsIn,
  'branch words': branchLabelsIn,
  'edge id': edgeIdIn,
}

type Answers = typeof drawing & LazyAnswers
export type FlowQuestion = keyof Answers
export type FlowQuestionInput<Q extends FlowQuestion> = Parameters<Answers[Q]>[1]
export type FlowQuestionAnswer<Q extends FlowQuestion> = Awaited<ReturnType<Answers[Q]>>

const isOfDrawing = (question: FlowQuestion): question is keyof typeof drawing => Object.hasOwn(drawing, question)

const loadLazyAnswers = () => import('./lazy-answers.ts')

/** The function that answers a question. */
export const answerTo = (question: FlowQuestion) =>
  isOfDrawing(question) ? drawing[question] : loadLazyAnswers().then(({ lazyAnswers }) => lazyAnswers[question])

/** Code that draws a difference on a flow: `hold changes`. */
export const loadChangePicture = () => import('#flow-data/compare/change-picture.ts')

/** Loads the rest of the code ahead, so that it is available even if the service goes down. */
export function loadAnswers(): void {
  // Code that failed to load is loaded again by the question that needs it.
  for (const one of [loadLazyAnswers, loadLayout, loadChangePicture]) one().catch(() => null)
}
