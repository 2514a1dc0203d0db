import type { SignInKind } from '#api/connection/connection.ts'
import { needsSecret, type CredentialInfo } from '#api/connection/connections.ts'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { signInKindMeanings, signInKindWords, type SignInDraft, type SignInProblems } from './sign-in-draft.ts'
import type { Verdict } from './answer-words.ts'

const kinds: readonly SignInKind[] = ['none', 'token', 'bearer', 'header', 'cookie']

const storedHint = ({ lastCharacters: end }: CredentialInfo): string =>
  `A value is stored${end === '' ? '' : `, ending in ${end}`}. Leave empty to keep it.`

/** Whether a secret is stored on this device, or for this tab only. */
export const RememberField = ({ checked, onChange }: { checked: boolean; onChange: (remembers: boolean) => void }) => (
  <div>
    <CheckField label="Remember on this device" checked={checked} onChange={onChange} />
    <p className="hint">
      {checked
        ? 'Stored unencrypted in this browser until you remove it. Anyone who uses this device can sign in with it.'
        : 'Removed when this tab is closed.'}
    </p>
  </div>
)

/** Choice of the sign-in method, and its fields. `storedFacts` = facts about the stored credentials of the connection. */
export function CredentialFields({
  draft,
  onDraft,
  storedFacts,
  problems,
}: {
  draft: SignInDraft
  onDraft: (draft: SignInDraft) => void
  storedFacts: CredentialInfo | null
  problems: SignInProblems
}) {
  const { kind } = draft
  return (
    <>
      <SelectField
        label="Sign-in"
        value={kind}
        options={kinds.map((value) => ({ value, label: signInKindWords[value] }))}
        hint={signInKindMeanings[kind]}
        onValue={(value) => onDraft({ ...draft, kind: value })}
      />
      {kind === 'header' && (
        <TextField
          label="Header name"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="X-API-Key"
          value={draft.header}
          error={problems.header}
          hint="If the console runs as a proxy, it forwards only common headers. Add others to API_HEADERS."
          onValue={(header) => onDraft({ ...draft, header })}
        />
      )}
      {needsSecret(kind) && (
        <>
          <PasswordField
            label={kind === 'header' ? 'Header value' : 'Token'}
            autoComplete="off"
            spellCheck={false}
            value={draft.secret}
            error={problems.secret}
            hint={storedFacts === null ? undefined : storedHint(storedFacts)}
            onValue={(secret) => onDraft({ ...draft, secret })}
          />
          <RememberField checked={draft.remembers} onChange={(remembers) => onDraft({ ...draft, remembers })} />
        </>
      )}
    </>
  )
}

/** Why a sign-in failed; shown above the sign-in button. */
export const SignInError = ({ problem }: { problem: Verdict | null }) =>
  problem !== null && (
    <Note tone="bad" title="Sign-in failed">
      <p className="wrap-anywhere">
        {problem.explanation} {problem.remedy}
      </p>
    </Note>
  )
