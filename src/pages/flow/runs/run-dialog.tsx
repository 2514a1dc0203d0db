import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { q, useApiMutation } from '#api/query/query.ts'
import { run as runApi, type RunDetail } from '#contract/billing.ts'
import type { TriggerFacts } from '#flow-data/questions/ask-triggers.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import type { Json } from '#lib/json/json.ts'
import {
  inputDraftOf,
  shownInputPaths,
  inputErrorsAt,
  inputValueOf,
  type InputDraft,
} from '#parts/forms/input-draft.ts'
import { inputFields } from '#parts/forms/input-fields.ts'
import { SchemaInput } from '#parts/forms/schema-input.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { RunStartError } from '#parts/runs/run-start-error.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { storeRunInput } from './last-run-input.ts'
import { beginningOf, startValue, unsentOf } from './run-draft.ts'

const testWords: Partial<Record<FlowHead['status'], string>> = {
  draft: 'This flow is a draft, so this is a test run. Activate it for live runs.',
  paused: 'This flow is paused, so this is a test run. Activate it for live runs.',
  archived: 'This flow is archived and does not run. Restore it first.',
}

interface RunFormProps {
  flow: FlowHead
  triggers: readonly TriggerFacts[]
  /** The run to repeat; null = a new one. */
  like: RunDetail | null
  onStarted: (run: RunDetail) => void
  onClose: () => void
}

/** Why the form cannot be submitted. */
const noTrigger = 'This flow has no enabled trigger, so it cannot be started.'

function useSending(flow: FlowHead, like: RunDetail | null, onStarted: (run: RunDetail) => void) {
  const start = useApiMutation(runApi.start)
  const again = useApiMutation(runApi.retry)
  const send = (trigger: TriggerFacts, input: Json, isTest: boolean) => {
    const done = {
      onSuccess: (run: RunDetail) => {
        storeRunInput(flow.id, trigger.id, input)
        onStarted(run)
      },
    }
    if (like === null) start.mutate({ id: flow.id, body: { input, trigger: trigger.id, is_test: isTest } }, done)
    else again.mutate({ id: like.id, body: { from: 'start', input } }, done)
  }
  return { send, error: start.error ?? again.error, isPending: start.isPending || again.isPending }
}

/** State of the form, and its result. */
function useRunForm({ flow, triggers, like, onStarted }: Omit<RunFormProps, 'onClose'>) {
  const [first] = useState(() => beginningOf(flow.id, like))
  const [unsent] = useState(() => unsentOf(flow.id, like))
  const [before] = useState(() => unsent.read())
  const [drafts, setDrafts] = useState(before?.drafts ?? {})
  const wanted = triggers.find((one) => one.id === (before?.id ?? first.trigger)) ?? triggers[0]
  const [id, setId] = useState(wanted?.id ?? '')
  const [tried, setTried] = useState(false)
  const { send, error, isPending } = useSending(flow, like, (run) => {
    unsent.drop()
    onStarted(run)
  })
  const trigger = triggers.find((one) => one.id === id)
  const fields = inputFields(trigger?.schema ?? null)
  const isFirst = first.trigger === null || id === first.trigger
  const draft = drafts[id] ?? inputDraftOf(fields, startValue(trigger?.schema ?? null, isFirst ? first.input : {}))
  const { value, problems } = inputValueOf(fields, draft)
  return {
    id,
    setId,
    trigger,
    fields,
    draft,
    setDraft: (next: InputDraft) => {
      const all = { ...drafts, [id]: next }
      setDrafts(all)
      unsent.keep({ id, drafts: all })
    },
    isAgain: before !== null,
    giveUp: unsent.drop,
    dropped: first.dropped,
    errors: { ...inputErrorsAt(error, fields ?? []), ...(tried ? problems : {}) },
    error,
    isPending,
    submit: (isTest: boolean) => {
      setTried(true)
      if (trigger !== undefined && !isPending && Object.keys(problems).length === 0) send(trigger, value, isTest)
    },
  }
}

function RunForm(props: RunFormProps) {
  const { flow, triggers, like, onClose } = props
  const form = useRunForm(props)
  const [asTest, setAsTest] = useState(like?.is_test ?? false)
  const mustTest = flow.status === 'draft' || flow.status === 'paused'
  const reason = form.trigger === undefined ? noTrigger : flow.status === 'archived' ? testWords.archived : null
  const words = testWords[flow.status]
  return (
    <Frame
      flow={flow}
      like={like}
      onClose={onClose}
      onCancel={() => {
        form.giveUp()
        onClose()
      }}
      onSubmit={() => reason === null && form.submit(mustTest || asTest)}
      start={
        <Button size="md" look="primary" type="submit" reason={reason} busy={form.isPending}>
          {mustTest ? 'Run test' : 'Run'}
        </Button>
      }
    >
      {words !== undefined && <p className="text-text-2">{words}</p>}
      {form.isAgain && <p className="text-text-2">Your earlier input is still here. Cancel discards it.</p>}
      {form.trigger === undefined && <Note tone="warn" title={noTrigger} />}
      {like === null && triggers.length > 1 && (
        <SelectField
          label="Trigger"
          value={form.id}
          options={triggers.map(({ id, name, kind }) => ({
            value: id,
            label: kind === '' ? name : `${name} · ${kind}`,
          }))}
          onValue={form.setId}
        />
      )}
      {form.dropped > 0 && (
        <Note tone="warn" title="Secrets of this run are not stored">
          They were masked when the run was stored. Enter them again.
        </Note>
      )}
      {form.trigger !== undefined && (
        <SchemaInput
          key={form.id}
          fields={form.fields}
          draft={form.draft}
          errors={form.errors}
          free="This trigger has no input schema: any JSON is accepted."
          onDraft={form.setDraft}
        />
      )}
      {flow.status === 'active' && like === null && (
        <CheckField label="Test run: labelled in lists and totals" checked={asTest} onChange={setAsTest} />
      )}
      <RunStartError
        title="The run was not started"
        error={form.error}
        flow={flow.id}
        shown={shownInputPaths(form.error, form.fields, form.draft.form)}
      />
    </Frame>
  )
}

function Frame({
  flow,
  like,
  start,
  onSubmit,
  onClose,
  onCancel = onClose,
  children,
}: {
  flow: FlowHead
  like: RunDetail | null
  start: ReactNode
  onSubmit?: () => void
  /** Called on Esc or a click outside, which keep the draft. */
  onClose: () => void
  onCancel?: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      title={
        <span className="wrap-anywhere" dir="auto">
          {like === null ? `Run “${flow.name}”` : `Run “${flow.name}” again`}
        </span>
      }
      onClose={onClose}
      {...(onSubmit === undefined ? {} : { onSubmit })}
      actions={
        <>
          <Button size="md" onClick={onCancel}>
            Cancel
          </Button>
          {start}
        </>
      }
    >
      {like !== null && (
        <p className="text-text-2">A new run from the start, with this input. The previous run is not changed.</p>
      )}
      {children}
    </Dialog>
  )
}

/**
 * Starts a flow by hand, with the input of its trigger as a form. Needs the extension `flow_run`, or `run_control` to
 * repeat a run.
 * @param like id of the run to repeat, whose input is the initial one; '' = a new run
 */
export function RunDialog({
  flow,
  data,
  like,
  onStarted,
  onClose,
}: {
  flow: FlowHead
  data: FlowData
  like: string
  onStarted: (run: RunDetail) => void
  onClose: () => void
}) {
  const triggers = useFlowQuery(data, 'triggers', {})
  const before = useQuery({ ...q(runApi.read, { id: like }), enabled: like !== '' })
  if (triggers !== undefined && (like === '' || before.data !== undefined))
    return (
      <RunForm flow={flow} triggers={triggers} like={before.data ?? null} onStarted={onStarted} onClose={onClose} />
    )
  if (before.error === null) return null
  return (
    <Frame flow={flow} like={null} start={null} onClose={onClose}>
      <LoadNote what="The run" error={before.error} onRetry={() => void before.refetch()} />
    </Frame>
  )
}
