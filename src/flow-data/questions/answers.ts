/**
 * What can be asked about an open flow: a question is a row here, its input the second parameter of its function, its
 * answer what that returns. Both are sent between page and worker, so they hold plain data. Adding a question = one file
 * in this folder and one row, here or in later-answers.ts.
 */
import { placeIn } from './ask-place.ts'
import { branchWordsIn, cardsIn, edgeIdIn, laidSceneIn, sceneIn } from './ask-scene.ts'
import { loadLayout } from '#flow-data/model/memoized-flow.ts'
import type { LaterAnswers } from './later-answers.ts'

/** What draws a flow. */
const drawing = {
  place: placeIn,
  scene: sceneIn,
  'laid scene': laidSceneIn,
  cards: cardsIn,
  'branch words': branchWordsIn,
  'edge id': edgeIdIn,
}

type Answers = typeof drawing & LaterAnswers
export type FlowQuestion = keyof Answers
export type FlowQuestionInput<Q extends FlowQuestion> = Parameters<Answers[Q]>[1]
export type FlowQuestionAnswer<Q extends FlowQuestion> = Awaited<ReturnType<Answers[Q]>>

const isOfDrawing = (question: FlowQuestion): question is keyof typeof drawing => Object.hasOwn(drawing, question)

const loadLater = () => import('./later-answers.ts')

/** The function that answers a question. */
export const answerTo = (question: FlowQuestion) =>
  isOfDrawing(question) ? drawing[question] : loadLater().then(({ laterAnswers }) => laterAnswers[question])

/** What draws a difference on a flow: `hold changes`. */
export const loadChangePicture = () => import('#flow-data/compare/change-picture.ts')

/** Fetches the rest of the code ahead: then it is there at once, also when the service is not. */
export function loadAnswers(): void {
  // What cannot be had now is fetched again by the question that needs it.
  for (const one of [loadLater, loadLayout, loadChangePicture]) one().catch(() => null)
}
