import { Note } from '#ui/feedback/note.tsx'
import type { Verdict } from './answer-words.ts'

/** Why a sign-in did not work, above the button that tries it again. */
export const SignInError = ({ problem }: { problem: Verdict | null }) =>
  problem !== null && (
    <Note tone="bad" title="Sign-in failed">
      <p className="wrap-anywhere">
        {problem.says} {problem.todo}
      </p>
    </Note>
  )
