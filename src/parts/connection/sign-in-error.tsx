import { Note } from '#ui/feedback/note.tsx'
import type { Verdict } from './answer-words.ts'

/** Why a sign-in failed, above the button that retries it. */
export const SignInError = ({ problem }: { problem: Verdict | null }) =>
  problem !== null && (
    <Note tone="bad" title="Sign-in failed">
      <p className="wrap-anywhere">
        {problem.says} {problem.todo}
      </p>
    </Note>
  )
