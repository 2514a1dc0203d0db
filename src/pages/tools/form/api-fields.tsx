import { useMemo } from 'react'
import { Field } from '#ui/controls/field.tsx'
import { Select, SelectField } from '#ui/controls/select-field.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { PairsField } from './pairs-field.tsx'
import { SecretInput } from '#parts/forms/secret-input.tsx'
import { positionInJson, templatesOfJson, templatesOfPairs } from './template-texts.ts'
import type { NameValuePair } from './tool-draft.ts'
import { useSourceCheck, useTemplateCheck } from './use-source-check.ts'
import './request-line.css'
import type { ToolForm } from './use-tool-form.ts'

const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const).map((value) => ({ value, label: value }))

const signIns = [
  { value: 'none', label: 'None' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'basic', label: 'User name and password' },
  { value: 'header', label: 'Custom header' },
] as const

const secretWords = { none: '', bearer: 'Token', basic: 'Password', header: 'Secret' }

/** Message about an invalid template in one of the rows: "X-Order: …". */
function usePairsCheck(pairs: readonly NameValuePair[]): string | null {
  const templates = useMemo(() => templatesOfPairs(pairs), [pairs])
  const [first] = useTemplateCheck(templates)
  if (first === undefined) return null
  const name = templates.paths[first.index]?.[0] ?? ''
  return name === '' ? first.message : `${name}: ${first.message}`
}

/** JSON body of the request; its texts may contain templates. */
function BodyField({ form }: { form: ToolForm }) {
  const { body } = form.draft.config
  const templates = useMemo(() => templatesOfJson(body), [body])
  const found = useTemplateCheck(templates)
  const checked = useMemo(
    () =>
      found.flatMap(({ index, message }) => {
        const path = templates.paths[index]
        return path === undefined ? [] : [{ message, ...positionInJson(body, path) }]
      }),
    [found, templates, body],
  )
  return (
    <div className="form-all">
      <CodeField
        form={form}
        field="config.body"
        label="Body, JSON"
        optional
        language="json"
        minLines={4}
        value={body}
        onValue={(next) => form.setConfig({ body: next }, 'config.body')}
        serviceProblems={checked}
      />
    </div>
  )
}

/** Method and address in one line, then the other fields of the request. */
export function RequestFields({ form }: { form: ToolForm }) {
  const { config } = form.draft
  const ofUrl = useSourceCheck('liquid', config.url)
  const ofHeaders = usePairsCheck(config.headers)
  const ofQuery = usePairsCheck(config.query)
  const hasBody = config.body !== '' || !['GET', 'HEAD'].includes(config.method)
  return (
    <>
      <div className="form-all">
        <Field
          label="Request"
          hint="{{ }} inserts a value that the flow passes in: https://example.com/orders/{{ input.order_no }}"
          error={form.error('config.url') ?? ofUrl[0]?.message}
        >
          {(wiring) => (
            <span className="request-line">
              <Select
                aria-label="Method"
                value={config.method}
                options={methods}
                onValue={(method) => form.setConfig({ method }, 'config.method')}
              />
              <span className="input">
                <input
                  {...wiring}
                  className="mono"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="https://example.com"
                  value={config.url}
                  onChange={(event) => form.setConfig({ url: event.target.value }, 'config.url')}
                  onBlur={() => form.onFieldBlur('config.url')}
                />
              </span>
            </span>
          )}
        </Field>
      </div>
      <div className="form-all">
        <PairsField
          label="Headers"
          noun="header"
          pairs={config.headers}
          error={form.error('config.headers') ?? ofHeaders}
          onPairs={(headers) => form.setConfig({ headers }, 'config.headers')}
        />
      </div>
      <div className="form-all">
        <PairsField
          label="Query"
          noun="parameter"
          pairs={config.query}
          error={form.error('config.query') ?? ofQuery}
          onPairs={(query) => form.setConfig({ query }, 'config.query')}
        />
      </div>
      {hasBody && <BodyField form={form} />}
    </>
  )
}

/** Credentials for the called service. */
export function SignInFields({ form }: { form: ToolForm }) {
  const { config } = form.draft
  const { authKind } = config
  return (
    <>
      <SelectField
        label="Sign-in"
        value={authKind}
        options={signIns}
        onValue={(next) => form.setConfig({ authKind: next })}
      />
      {authKind === 'header' && (
        <TextField
          label="Header name"
          className="mono"
          value={config.authHeader}
          autoComplete="off"
          error={form.error('config.auth.header')}
          onBlur={() => form.onFieldBlur('config.auth.header')}
          onValue={(authHeader) => form.setConfig({ authHeader }, 'config.auth.header')}
        />
      )}
      {authKind === 'basic' && (
        <TextField
          label="User name"
          value={config.authUser}
          autoComplete="off"
          error={form.error('config.auth.user')}
          onValue={(authUser) => form.setConfig({ authUser }, 'config.auth.user')}
        />
      )}
      {authKind !== 'none' && (
        <Field
          label={secretWords[authKind]}
          hint="Stored encrypted and never shown again. To use the secret of a global tool, enter {{ secrets.key }}."
          error={form.error('config.auth.secret')}
        >
          {(wiring) => (
            <SecretInput
              label={secretWords[authKind].toLowerCase()}
              value={config.authSecret}
              hidden
              wiring={wiring}
              onValue={(authSecret) => form.setConfig({ authSecret }, 'config.auth.secret')}
              onLeave={() => form.onFieldBlur('config.auth.secret')}
            />
          )}
        </Field>
      )}
    </>
  )
}
