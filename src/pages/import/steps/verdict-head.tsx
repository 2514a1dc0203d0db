import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { verdictSentences } from './step-words.ts'
import { chosenSentence } from './step-words.ts'

/** How far the flow runs here, before and with the choices. */
export function VerdictHead({ steps: { before, after, switchedOff } }: { steps: ChosenSteps }) {
  const { first, rest } = verdictSentences(before)
  const chosen = chosenSentence(before, after, switchedOff)
  return (
    <div className="import-verdict">
      <p className="text-lg font-semibold">{first}</p>
      {(rest !== '' || chosen !== '') && (
        <p className="text-text-2">
          {rest} {chosen !== '' && <b className="font-semibold text-text">{chosen}</b>}
        </p>
      )}
    </div>
  )
}
