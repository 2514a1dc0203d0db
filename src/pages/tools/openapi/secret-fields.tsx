import { CheckField } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { secretProblem, type SecretChoice } from './secret-choices.ts'
import { secretKeys, type Scheme } from './sign-in-scheme.ts'

const keyHint = (scheme: Scheme, key: string): string => {
  const keys = secretKeys(scheme, key).join(' and ')
  return `The tools name ${keys}. Make ${scheme.kind === 'basic' ? 'these' : 'it'} under Tools, Global, as a secret.`
}

/** A security scheme of the document, and the key of its secret. */
function SecretField({
  scheme,
  choice,
  values,
  hosts,
  isTried,
  onChoice,
}: {
  scheme: Scheme
  choice: SecretChoice
  values: ReadonlySet<string> | null
  hosts: string
  isTried: boolean
  onChoice: (choice: SecretChoice) => void
}) {
  const problem = secretProblem(scheme, { ...choice, isShared: false }, values)
  const isOpen = problem === 'shared' && !choice.isShared
  return (
    <div className="grid gap-1.5">
      <TextField
        label={`${scheme.words} (${scheme.name})`}
        className="mono"
        value={choice.key}
        autoComplete="off"
        spellCheck={false}
        hint={keyHint(scheme, choice.key)}
        error={
          problem === 'form'
            ? 'Use small letters, digits and _, starting with a letter, 50 at the most.'
            : isTried && isOpen
              ? 'Use the value that is there, or write another key.'
              : null
        }
        onValue={(key) => onChoice({ key, isShared: false })}
      />
      {problem === 'shared' && (
        <CheckField
          label={
            values === null
              ? `Whether there is a value under this key is not known. If there is, it may go to ${hosts}`
              : `There is a value under this key. It may go to ${hosts}`
          }
          checked={choice.isShared}
          onChange={(isShared) => onChoice({ ...choice, isShared })}
        />
      )}
    </div>
  )
}

/** Keys of the secrets that a document's tools use; their values are never in the document. */
export function SecretFields({
  schemes,
  choices,
  onChoice,
  ...facts
}: {
  schemes: readonly Scheme[]
  choices: Readonly<Record<string, SecretChoice>>
  values: ReadonlySet<string> | null
  /** Recipients of the secrets, in words. */
  hosts: string
  isTried: boolean
  onChoice: (scheme: string, choice: SecretChoice) => void
}) {
  if (schemes.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="label mb-2">Secrets, by key</legend>
      {schemes.map((scheme) => {
        const choice = choices[scheme.name]
        return (
          choice !== undefined && (
            <SecretField
              key={scheme.name}
              scheme={scheme}
              choice={choice}
              onChoice={(next) => onChoice(scheme.name, next)}
              {...facts}
            />
          )
        )
      })}
    </fieldset>
  )
}
