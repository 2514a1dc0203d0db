import { CheckField } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { secretProblem, type SecretChoice } from './secret-choices.ts'
import { secretKeys, type Scheme } from './sign-in-scheme.ts'

const keyHint = (scheme: Scheme, key: string): string => {
  const keys = secretKeys(scheme, key).join(' and ')
  return `The tools use ${keys}. Create ${scheme.kind === 'basic' ? 'these secrets' : 'this secret'} under Tools, Global.`
}

/** A security scheme of the document, and the key of its secret. */
function SecretField({
  scheme,
  choice,
  values,
  hosts,
  wasSubmitted,
  onChoice,
}: {
  scheme: Scheme
  choice: SecretChoice
  values: ReadonlySet<string> | null
  hosts: string
  wasSubmitted: boolean
  onChoice: (choice: SecretChoice) => void
}) {
  const problem = secretProblem(scheme, { ...choice, isShared: false }, values)
  const needsPermission = problem === 'shared' && !choice.isShared
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
            ? 'Use lowercase letters, digits and _, starting with a letter, at most 50 characters.'
            : wasSubmitted && needsPermission
              ? 'Allow sending the existing value, or enter another key.'
              : null
        }
        onValue={(key) => onChoice({ key, isShared: false })}
      />
      {problem === 'shared' && (
        <CheckField
          label={
            values === null
              ? `A value with this key may exist. Allow sending it to ${hosts}`
              : `A value with this key exists. Allow sending it to ${hosts}`
          }
          checked={choice.isShared}
          onChange={(isShared) => onChoice({ ...choice, isShared })}
        />
      )}
    </div>
  )
}

/** Keys of the secrets that a document's tools use; no value is taken from the document. */
export function SecretFields({
  schemes,
  choices,
  onChoice,
  ...facts
}: {
  schemes: readonly Scheme[]
  choices: Readonly<Record<string, SecretChoice>>
  values: ReadonlySet<string> | null
  /** Hosts that receive the secrets, as text. */
  hosts: string
  wasSubmitted: boolean
  onChoice: (scheme: string, choice: SecretChoice) => void
}) {
  if (schemes.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="label mb-2">Secret keys</legend>
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
