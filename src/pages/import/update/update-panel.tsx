import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/errors.ts'
import { useExtension, useMe, useWriteReason } from '#api/query/me.ts'
import type { Finding } from '#contract/flow.ts'
import { maxNote } from '#contract/flows/flow-version.ts'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import type { FileFlow } from '#files/file-result.ts'
import { blockingCount } from '#flow/health/findings.ts'
import type { ComparedData } from '#flow-data/flow-data.ts'
import type { UpdateFacts } from '#flow-data/compare/update-facts.ts'
import type { ReadFlow } from '#flow-data/read-flow.ts'
import { useAccountKeys } from '#pages/import/account-keys.ts'
import { useCreation } from '#pages/import/creation/use-creation.tsx'
import { bindingsOf, noImportChoices, withBinding, type NeedField } from '#pages/import/review/import-choices.ts'
import { knownKeysOf, missingOrChosenNeeds } from '#pages/import/review/missing-needs.ts'
import { chosenStepsQuery } from '#pages/import/steps/use-chosen-steps.ts'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { EffectLines } from './effect-lines.tsx'
import { RequirementRows } from './requirement-rows.tsx'
import type { Update, UpdateSource } from './send-update.ts'
import { referencesIn, startedBy, withBindings } from './update-needs.ts'
import { BlockingFindings, LostResponse, MeanwhileNote, UpdateProblem } from './update-problem.tsx'
import { makeLiveText, obstacleText, updateVerdict } from './update-words.ts'
import { useUpdate } from './use-update.ts'
import type { UpdateTarget } from './use-update-target.ts'

const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']

/** What the user has typed and chosen, which stays when the flow is compared again. */
export function useUpdateDraft() {
  const [note, setNote] = useState('')
  const [choices, setChoices] = useState(noImportChoices)
  /** The update whose response was lost, to be sent again unchanged. */
  const [lost, setLost] = useState<Update | null>(null)
  return { note, setNote, choices, setChoices, lost, setLost }
}

export type UpdateDraft = ReturnType<typeof useUpdateDraft>

/** Codes of findings that the requirements name already. */
const requirementCodes: ReadonlySet<string> = new Set(['missing_tool', 'missing_channel', 'missing_secret'])

/** What the account lacks for the file, and the problems that it would have here. */
function useObstacles(row: string, flow: FileFlow, head: ReadFlow['head'], choices: UpdateDraft['choices']) {
  const { keys } = useAccountKeys()
  const model = useMe()?.model
  const account = useMemo(() => keys && withBindings(keys, head), [keys, head])
  const known = useMemo(
    () => startedBy(knownKeysOf(flow.review, account, choices, model), head),
    [flow, account, choices, model, head],
  )
  const { data: steps } = useQuery(chosenStepsQuery(row, flow, null, known))
  const needsOf = (field: NeedField) => {
    const first = referencesIn(flow, field)
    return missingOrChosenNeeds(account, field, { count: first.length, first }, choices)
  }
  const missing = { tools: needsOf('tools'), channels: needsOf('channels'), secrets: needsOf('secrets') }
  const open = fields.flatMap((field) =>
    missing[field].filter(({ key }) => (choices.bindings[field].get(key)?.id ?? null) === null),
  )
  const findings = steps?.findings.filter(({ level, code }) => level === 'error' && !requirementCodes.has(code)) ?? []
  return { missing, open: open.length, findings }
}

function LeftOutSecrets({ count: left }: { count: number }) {
  if (left === 0) return null
  return (
    <Note tone="warn" title={`${count(left, 'secret value')} of the file ${left === 1 ? 'is' : 'are'} left out`}>
      A reference replaces each: see “Secrets” below.
    </Note>
  )
}

/** What prevents that the flow runs with the file. */
function Problems({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <section className="update-part" aria-labelledby="update-findings">
      <h2 id="update-findings" className="font-semibold">
        Problems
      </h2>
      <BlockingFindings findings={findings} />
    </section>
  )
}

function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const hint = note.length >= maxNote ? `A note has at most ${maxNote} characters.` : undefined
  return (
    <TextField label="Note for the history" optional hint={hint} value={note} maxLength={maxNote} onValue={onNote} />
  )
}

/** The buttons of the update: the safe one is primary while something is missing. */
function Foot({
  isActive,
  obstacle,
  reason,
  isSending,
  onDraft,
  onLive,
}: {
  isActive: boolean
  /** Why the flow cannot run with the file yet; "" if it can. */
  obstacle: string
  reason: string | null
  isSending: boolean
  onDraft: () => void
  onLive: () => void
}) {
  const live = (
    <Button variant={obstacle === '' ? 'primary' : 'default'} reason={reason} busy={isSending} onClick={onLive}>
      {isActive ? 'Make live…' : 'Update'}
    </Button>
  )
  const draft = (
    <Button variant={obstacle === '' ? 'default' : 'primary'} reason={reason} busy={isSending} onClick={onDraft}>
      Save as draft
    </Button>
  )
  return (
    <div className="update-foot">
      <span className="min-w-0 flex-1 text-xs text-text-2">{obstacle}</span>
      {obstacle === '' ? draft : live}
      {obstacle === '' ? live : draft}
    </div>
  )
}

function LiveDialog({
  next,
  open,
  obstacle,
  onLive,
  onClose,
}: {
  next: number
  open: number
  obstacle: string
  onLive: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Make the file live?"
      onClose={onClose}
      onSubmit={onLive}
      actions={<DialogActions focusCancel onCancel={onClose} submitLabel="Make live" />}
    >
      <p className="text-text-2">{makeLiveText(next, open)}</p>
      {obstacle !== '' && <p className="text-warn">{obstacle}. The service may refuse it.</p>}
    </Dialog>
  )
}

/** Why nothing can be sent; null if it can. */
function reasonOf(locked: string | null, differences: number, isOutdated: boolean): string | null {
  if (locked !== null) return locked
  if (isOutdated) return 'Compare with the newer version first.'
  return differences === 0 ? 'The file is the same as the live version.' : null
}

const versionsAfter = (versions: readonly FlowVersion[], number: number) =>
  versions.filter((one) => one.number > number)

/** Sends an update as it is on the page, or again the one whose response was lost. */
function useSending(
  { head, version }: ReadFlow,
  updateTarget: UpdateTarget,
  { source, flow }: { source: UpdateSource; flow: FileFlow },
  { note, choices, lost, setLost }: UpdateDraft,
) {
  const update = useUpdate(head, (error, sent) => {
    setLost(error.status === 0 ? sent : null)
    void updateTarget.refresh()
  })
  const send = (as: Update['as']) => {
    const { id, live_version: live = 1, draft_version: draft = null } = head
    const sent = { id, version, live, draft, template: flow.template, source, note, as }
    update.mutate({ ...sent, bindings: bindingsOf(choices), isRepeated: false })
  }
  const repeat = () => {
    if (lost !== null) update.mutate({ ...lost, isRepeated: true })
  }
  return { update, send, repeat }
}

/** Beside the comparison: whether it is the right file, what it needs, what happens, and the buttons. */
export function UpdatePanel({
  target,
  updateTarget,
  file,
  sender,
  fileKey,
  flow,
  compared,
  facts,
  draft,
}: {
  target: ReadFlow
  updateTarget: UpdateTarget
  file: string
  /** Name of the service that the flow comes from; absent = it comes from a file. */
  sender: string | undefined
  fileKey: string
  flow: FileFlow
  compared: ComparedData
  facts: UpdateFacts
  draft: UpdateDraft
}) {
  const { head } = target
  const { versions, newer, acceptNewer } = updateTarget
  const { note, setNote, choices, setChoices } = draft
  const [isAsking, setAsking] = useState(false)
  const canChoose = useExtension('flow_life')
  const lockedReason = useWriteReason()
  const source: UpdateSource = sender === undefined ? { kind: 'file', name: file } : { kind: 'service', name: sender }
  const { missing, open, findings } = useObstacles(fileKey, flow, head, choices)
  const creation = useCreation({
    row: fileKey,
    flow,
    canChoose,
    onChosen: (field, key, choice) => setChoices((now) => withBinding(now, field, key, choice)),
  })
  const { update, send, repeat } = useSending(target, updateTarget, { source, flow }, draft)
  const { added, removed, changed, moved } = compared.summary.counts
  const { edges } = compared.summary
  const differences = added + removed + changed + moved
  const verdict = updateVerdict(facts, differences + edges.added + edges.removed + edges.changed)
  const obstacle = obstacleText(open, blockingCount(findings))
  const live = head.live_version ?? 1
  const newest = Math.max(live, head.draft_version ?? 0, ...versions.map(({ number }) => number))
  const isActive = head.status === 'active'
  const reason = reasonOf(lockedReason, differences, newer !== null)
  const error = update.error instanceof ApiError && update.error.code !== 'version_conflict' ? update.error : null
  let problem: ReactNode = null
  // After a lost response, the newer version may be the one that was sent.
  if (draft.lost !== null) problem = <LostResponse isSending={update.isPending} onRepeat={repeat} />
  else if (newer !== null)
    problem = (
      <MeanwhileNote
        versions={versionsAfter(versions, Math.max(live, head.draft_version ?? 0))}
        {...{ file, differences, comparedWith: live }}
        onCompare={() => {
          update.reset()
          acceptNewer()
        }}
      />
    )
  else if (error !== null)
    problem = <UpdateProblem error={error} isSending={update.isPending} onDraft={() => send('draft')} />
  return (
    <aside className="update-panel" aria-label="Update">
      <div className="update-scroll">
        <div className="update-part">
          <Note tone={verdict.tone} title={verdict.title}>
            {verdict.words}
          </Note>
          <LeftOutSecrets count={flow.redacted.length} />
          {problem}
        </div>
        <RequirementRows
          requirements={facts.requirements}
          missing={missing}
          actions={{ choices, lockedReason, canChoose, onChoices: setChoices, create: creation.create }}
        />
        {error?.code !== 'not_ready' && <Problems findings={findings} />}
        <EffectLines flow={head} versions={versions} starts={facts.starts} />
        <div className="update-part">
          <NoteField note={note} onNote={setNote} />
        </div>
      </div>
      <Foot
        {...{ isActive, obstacle, reason }}
        isSending={update.isPending}
        onDraft={() => send('draft')}
        onLive={() => (isActive ? setAsking(true) : send('live'))}
      />
      {isAsking && (
        <LiveDialog
          next={newest + 1}
          open={versions.reduce((sum, one) => sum + one.open.count, 0)}
          obstacle={obstacle}
          onLive={() => {
            setAsking(false)
            send('live')
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <Suspense>{creation.dialog}</Suspense>
    </aside>
  )
}
