import { ExternalLink } from 'lucide-react'
import type { KeyHelp } from '#api/connection/sign-in-help.ts'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { RememberField } from './credential-fields.tsx'
import type { KeyForm } from './use-key-sign-in.ts'

/** The steps to a key in order, and a link to the product's page with its keys. */
export const KeySteps = ({ help: { steps, url } }: { help: KeyHelp }) =>
  (steps.length > 0 || url !== null) && (
    <div className="grid gap-1.5 text-text-2">
      <ol className="grid list-decimal gap-1 pl-5">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
      {url !== null && (
        <a
          className="link inline-flex items-center gap-1.5 justify-self-start"
          href={url}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink className="s" />
          Open the page with the keys
        </a>
      )}
    </div>
  )

/** The one field of a sign-in with a key, and whether it is remembered. */
export const KeyFields = ({ label, form }: { label: string; form: KeyForm }) => (
  <>
    {form.problem !== null && (
      <Note tone="bad" title="Sign-in failed" isAnnounced>
        <p className="wrap-anywhere">{form.problem}</p>
      </Note>
    )}
    <PasswordField
      label={label}
      data-autofocus=""
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      eye={`Show ${label}`}
      value={form.key}
      error={form.fieldProblem}
      onValue={form.setKey}
    />
    <RememberField checked={form.remembers} onChange={form.setRemembers} />
  </>
)
