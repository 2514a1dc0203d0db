import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMe, useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { tool as toolApi, type Tool, type ToolTestResult } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { Cost } from '#parts/display/cost.tsx'
import { inputDraftOf, inputErrorsAt, inputValueOf } from '#parts/forms/input-draft.ts'
import { inputFields } from '#parts/forms/input-fields.ts'
import { SchemaInput } from '#parts/forms/schema-input.tsx'
import { JsonBlock } from '#parts/display/json-block.tsx'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { Button } from '#ui/controls/button.tsx'
import { takeLostFocus } from '#ui/browser/focus-loss.ts'
import { Note } from '#ui/feedback/note.tsx'
import { exampleInput } from './example-input.ts'

const effects: Partial<Record<Tool['category'], string>> = {
  api: 'This sends a real request with the tool’s secrets. Changes it makes at the other service are permanent.',
  agent: 'This runs the real model and the tools that it calls.',
}

/** Cost and external effects of a trial, shown before it runs. */
function TrialWarning({ tool, currency }: { tool: Tool; currency: string | null }) {
  const isFree = tool.category === 'transform' || tool.category === 'condition'
  return (
    <p className="text-text-2">
      {tool.sample ? 'Sample tools return a simulated response: nothing is sent.' : effects[tool.category]}{' '}
      {isFree ? (
        'It costs nothing.'
      ) : isAbsent(tool.cost_hint) ? (
        'It costs as much as a step of a run.'
      ) : (
        <>
          It costs about <Cost amount={tool.cost_hint} currency={currency} />.
        </>
      )}
    </p>
  )
}

/** Result of a trial. */
function TrialResult({ result }: { result: ToolTestResult }) {
  const { ok, error, output, asked, cost, currency, duration_ms: ms } = result
  const place = error !== null && !isAbsent(error.line) ? ` (line ${error.line})` : ''
  return (
    <div className="grid gap-2" role="status" aria-label="Result">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunStatusBadge status={ok ? 'succeeded' : 'failed'} />
        {!isAbsent(ms) && <span className="text-text-2">{formatDuration(ms)}</span>}
        {!isAbsent(cost) && <Cost amount={cost} currency={isAbsent(currency) ? null : currency} />}
      </p>
      {error !== null && (
        <Note tone="bad" title="The tool failed">
          {`${error.message || `It gave no reason, only the code ${error.code}.`}${place}`}
        </Note>
      )}
      {ok && output === null ? (
        <p className="text-text-2">The output is null.</p>
      ) : (
        <JsonBlock title="Output" value={output} />
      )}
      <JsonBlock title="Request" value={asked} />
    </div>
  )
}

function TrialForm({ tool }: { tool: Tool }) {
  const currency = useMe()?.account.currency ?? null
  const fields = inputFields(tool.input_schema)
  const [draft, setDraft] = useState(() => inputDraftOf(fields, exampleInput(tool.input_schema)))
  const [wasSubmitted, setSubmitted] = useState(false)
  const attempt = useApiMutation(toolApi.attempt)
  const { value, problems } = inputValueOf(fields, draft)
  const errors = { ...inputErrorsAt(attempt.error, fields ?? []), ...(wasSubmitted ? problems : {}) }
  const submit = () => {
    setSubmitted(true)
    if (Object.keys(problems).length === 0 && !attempt.isPending)
      attempt.mutate({ id: tool.id, body: { input: value } })
  }
  const box = useRef<HTMLFormElement>(null)
  // The button that opened the form was removed, so the focus is lost.
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('.field :is(input, textarea, select)')
    takeLostFocus(first ?? box.current?.querySelector<HTMLElement>('[type="submit"]'))
  }, [])
  return (
    <form
      ref={box}
      className="grid gap-3"
      aria-label="Try it"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TrialWarning tool={tool} currency={currency} />
      <SchemaInput
        fields={fields}
        draft={draft}
        errors={errors}
        freeFormHint="The tool has no input schema: any JSON is accepted."
        onDraft={setDraft}
      />
      <div>
        <Button size="md" type="submit" icon={<Play />} busy={attempt.isPending}>
          {tool.category === 'api' ? 'Send request' : 'Run tool'}
        </Button>
      </div>
      <ActionError
        title="The tool did not run"
        error={attempt.error}
        shownFields={Object.keys(attempt.error?.fieldErrors ?? {}).filter((path) => /^input(?:\.|$)/.test(path))}
      />
      {attempt.data !== undefined && <TrialResult result={attempt.data} />}
    </form>
  )
}

/** Runs a tool once with an input from the user. Requires the extension `tool_try`. */
export function ToolTrial({ tool }: { tool: Tool }) {
  const reason = useWriteReason()
  const [isOpen, setOpen] = useState(false)
  if (tool.category === 'global') return null
  return (
    <section className="section" aria-label="Try it">
      <h3>Try it</h3>
      {isOpen ? (
        <TrialForm key={tool.version} tool={tool} />
      ) : (
        <Button icon={<Play />} reason={reason} onClick={() => setOpen(true)}>
          Try with input
        </Button>
      )}
    </section>
  )
}
