import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { q, useApiMutation } from '#api/query/query.ts'
import { run as runApi, type RunDetail } from '#contract/billing.ts'
import type { TriggerInfo } from '#flow-data/questions/ask-triggers.ts'
import { flowVerdict } from '#flow-data/findings/flow-verdict.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { runsCompletely, verdictSentence } from '#flow/health/verdict.ts'
import { formatCount } from '#lib/count.ts'
import { isReturned } from '#lib/absent.ts'
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
import { RunPlanLines } from '#parts/runs/retry-plan.tsx'
import { RunStartError } from '#parts/runs/run-start-error.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { storeRunInput } from './last-run-input.ts'
import { initialInput, initialValue, unsentDraftsOf } from './run-draft.ts'

const testWords: Partial<Record<FlowHead['status'], string>> = {
  draft: 'This flow is a draft, so this is a test run. Activate it for live runs.',
  paused: 'This flow is paused, so this is a test run. Activate it for live runs.',
  archived: 'This flow is archived and does not run. Restore it first.',
}

/** Why a run is a test; undefined if it need not be one. */
const testReason = ({ status }: FlowHead, version: number | null): string | undefined =>
  version === null || status === 'archived'
    ? testWords[status]
    : `This is a test run of version ${formatCount(version)}. Live runs still use the live version.`

const isOnlyTested = ({ status }: FlowHead, version: number | null): boolean =>
  version !== null || status === 'draft' || status === 'paused'

interface RunFormProps {
  flow: FlowHead
  triggers: readonly TriggerInfo[]
  /** The run to repeat; null = a new one. */
  repeatedRun: RunDetail | null
  /** Number of the version to test; null = the live version. */
  version: number | null
  onStarted: (run: RunDetail) => void
  onClose: () => void
}

/** Why the form cannot be submitted. */
const noTrigger = 'This flow has no enabled trigger, so it cannot be started.'

function useRunRequest({ flow, repeatedRun, version, onStarted }: Omit<RunFormProps, 'triggers' | 'onClose'>) {
  const start = useApiMutation(runApi.start)
  const again = useApiMutation(runApi.retry)
  const send = (trigger: TriggerInfo, input: Json, isTest: boolean) => {
    const done = {
      onSuccess: (run: RunDetail) => {
        storeRunInput(flow.id, trigger.id, input)
        onStarted(run)
      },
    }
    const body = { input, trigger: trigger.id, is_test: isTest, ...(version === null ? {} : { version }) }
    if (repeatedRun === null) start.mutate({ id: flow.id, body }, done)
    else again.mutate({ id: repeatedRun.id, body: { from: 'start', input } }, done)
  }
  return { send, error: start.error ?? again.error, isPending: start.isPending || again.isPending }
}

/** State of the form, and its result. */
function useRunForm({ flow, triggers, repeatedRun, version, onStarted }: Omit<RunFormProps, 'onClose'>) {
  const [first] = useState(() => initialInput(flow.id, repeatedRun))
  const [unsentDrafts] = useState(() => unsentDraftsOf(flow.id, repeatedRun))
  const [storedDraft] = useState(() => unsentDrafts.read())
  const [drafts, setDrafts] = useState(storedDraft?.drafts ?? {})
  const initialTrigger = triggers.find((one) => one.id === (storedDraft?.id ?? first.trigger)) ?? triggers[0]
  const [id, setId] = useState(initialTrigger?.id ?? '')
  const [wasSubmitted, setTried] = useState(false)
  const { send, error, isPending } = useRunRequest({
    flow,
    repeatedRun,
    version,
    onStarted: (run) => {
      unsentDrafts.remove()
      onStarted(run)
    },
  })
  const trigger = triggers.find((one) => one.id === id)
  const fields = inputFields(trigger?.schema ?? null)
  const isFirst = first.trigger === null || id === first.trigger
  const draft = drafts[id] ?? inputDraftOf(fields, initialValue(trigger?.schema ?? null, isFirst ? first.input : {}))
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
      unsentDrafts.save({ id, drafts: all })
    },
    hasStoredDraft: storedDraft !== null,
    discardDraft: unsentDrafts.remove,
    maskedCount: first.maskedCount,
    errors: { ...inputErrorsAt(error, fields ?? []), ...(wasSubmitted ? problems : {}) },
    error,
    isPending,
    submit: (isTest: boolean) => {
      setTried(true)
      if (trigger !== undefined && !isPending && Object.keys(problems).length === 0) send(trigger, value, isTest)
    },
  }
}

/** Whether the run is a test, and what a run of a sample flow does. */
function TestChoice({
  flow,
  isOffered,
  isTest,
  isLocked,
  onTest,
}: {
  flow: FlowHead
  /** A repeated run stays what it was. */
  isOffered: boolean
  isTest: boolean
  isLocked: boolean
  onTest: (isTest: boolean) => void
}) {
  return (
    <>
      {flow.sample && <p className="text-text-2">Sample flow: models, tools and messages are simulated.</p>}
      {flow.status !== 'archived' && isOffered && (
        <CheckField
          label="Test run: labelled in lists and totals"
          checked={isTest}
          isLocked={isLocked}
          onChange={onTest}
        />
      )}
    </>
  )
}

function RunForm(props: RunFormProps) {
  const { flow, triggers, repeatedRun, version, onClose } = props
  const form = useRunForm(props)
  const [asTest, setAsTest] = useState(repeatedRun?.is_test ?? false)
  const mustTest = isOnlyTested(flow, version)
  const reason = form.trigger === undefined ? noTrigger : flow.status === 'archived' ? testWords.archived : null
  const words = testReason(flow, version)
  const verdict = flowVerdict(flow)
  return (
    <RunDialogFrame
      flow={flow}
      repeatedRun={repeatedRun}
      version={version}
      onClose={onClose}
      onCancel={() => {
        form.discardDraft()
        onClose()
      }}
      onSubmit={() => reason === null && form.submit(mustTest || asTest)}
      start={
        <Button size="md" variant="primary" type="submit" reason={reason} busy={form.isPending}>
          {mustTest ? 'Run test' : 'Run'}
        </Button>
      }
    >
      {words !== undefined && <p className="text-text-2">{words}</p>}
      {isReturned(flow, 'validation') && !runsCompletely(verdict) && (
        <p className="text-text-2">{verdictSentence(verdict)}</p>
      )}
      {/* The service plans runs of the live version only. */}
      {version === null && <RunPlanLines flow={flow.id} trigger={form.id} isTest={mustTest || asTest} />}
      {form.hasStoredDraft && <p className="text-text-2">Your earlier input is still here. Cancel discards it.</p>}
      {form.trigger === undefined && <Note tone="warn" title={noTrigger} />}
      {repeatedRun === null && triggers.length > 1 && (
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
      {form.maskedCount > 0 && (
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
          freeFormHint="This trigger has no input schema: any JSON is accepted."
          onDraft={form.setDraft}
        />
      )}
      <TestChoice
        flow={flow}
        isOffered={repeatedRun === null}
        isTest={mustTest || asTest}
        isLocked={mustTest}
        onTest={setAsTest}
      />
      <RunStartError
        title="The run was not started"
        error={form.error}
        flow={flow.id}
        shownFields={shownInputPaths(form.error, form.fields, form.draft.form)}
      />
    </RunDialogFrame>
  )
}

function RunDialogFrame({
  flow,
  repeatedRun,
  version = null,
  start,
  onSubmit,
  onClose,
  onCancel = onClose,
  children,
}: {
  flow: FlowHead
  repeatedRun: RunDetail | null
  version?: number | null
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
          {repeatedRun !== null
            ? `Run “${flow.name}” again`
            : version === null
              ? `Run “${flow.name}”`
              : `Test version ${formatCount(version)} of “${flow.name}”`}
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
      {repeatedRun !== null && (
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
  repeatRunId,
  version = null,
  onStarted,
  onClose,
}: {
  flow: FlowHead
  data: FlowData
  repeatRunId: string
  /** Number of the version to test, whose head and data are given; null = the live version. */
  version?: number | null
  onStarted: (run: RunDetail) => void
  onClose: () => void
}) {
  const triggers = useFlowQuery(data, 'triggers', {})
  const previousRun = useQuery({ ...q(runApi.read, { id: repeatRunId }), enabled: repeatRunId !== '' })
  if (triggers !== undefined && (repeatRunId === '' || previousRun.data !== undefined))
    return (
      <RunForm
        flow={flow}
        triggers={triggers}
        repeatedRun={previousRun.data ?? null}
        version={version}
        onStarted={onStarted}
        onClose={onClose}
      />
    )
  if (previousRun.error === null) return null
  return (
    <RunDialogFrame flow={flow} repeatedRun={null} start={null} onClose={onClose}>
      <LoadNote what="The run" error={previousRun.error} onRetry={() => void previousRun.refetch()} />
    </RunDialogFrame>
  )
}
