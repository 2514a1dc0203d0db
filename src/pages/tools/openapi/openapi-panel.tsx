import { FileJson, FileUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { takeLostFocus } from '#ui/browser/focus-loss.ts'
import { Note } from '#ui/feedback/note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { pickFiles } from '#ui/files/pick-files.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { openDocument, type OpenDocument } from './open-document.ts'
import type { OpenedDocument } from './openapi-messages.ts'
import { OperationList } from './operation-list.tsx'
import { freeOperationKey, withKeys, type OperationRow } from './operations.ts'
import { hostProblem, secretProblem, suggestedKey, type SecretChoice } from './secret-choices.ts'
import { SecretFields } from './secret-fields.tsx'
import type { Scheme } from './sign-in-scheme.ts'
import { useCreations, type Outcome } from './use-creations.ts'
import { useOwnTools } from './use-own-tools.ts'

type State =
  | { is: 'none' }
  | { is: 'reading'; name: string }
  | { is: 'refused'; name: string; message: string; line: number | null }
  | { is: 'open'; name: string; id: string; document: OpenDocument }

/** State of the document. Its worker is terminated when the panel is closed or another file is opened. */
function useDocument() {
  const [state, setState] = useState<State>({ is: 'none' })
  const latest = useRef('')
  const open = state.is === 'open' ? state.document : null
  useEffect(() => () => open?.close(), [open])
  useEffect(
    () => () => {
      latest.current = ''
    },
    [],
  )
  const read = async (file: File) => {
    const { name } = file
    const id = crypto.randomUUID()
    latest.current = id
    setState({ is: 'reading', name })
    const opening = await openDocument(file)
    // Another file was chosen, or the panel was closed, while this one was read.
    if (latest.current !== id) {
      if (opening.ok) opening.document.close()
    } else if (opening.ok) setState({ is: 'open', name, id, document: opening.document })
    else setState({ is: 'refused', name, message: opening.message, line: opening.line })
  }
  const choose = () =>
    void pickFiles('.json,.yaml,.yml,application/json,application/yaml').then(([file]) => file && void read(file))
  return { state, choose }
}

/** Summary of the document, and a button to choose another file. */
function DocumentSummary({
  name,
  list,
  isRunning,
  onChooseOther,
}: {
  name: string
  list: OpenedDocument
  isRunning: boolean
  onChooseOther: () => void
}) {
  const unsupportedCount = list.rows.filter(({ reason }) => reason !== null).length
  const words = useRef<HTMLParagraphElement>(null)
  // The button that opened the file was removed, so the focus is lost.
  useEffect(() => takeLostFocus(words.current), [])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p ref={words} className="min-w-0 flex-1 text-text-2 wrap-anywhere" tabIndex={-1}>
        <b dir="auto">{list.title || name}</b>: {count(list.rows.length, 'operation')}
        {unsupportedCount > 0 &&
          `, of which ${unsupportedCount.toLocaleString()} cannot be ${unsupportedCount === 1 ? 'a tool' : 'tools'}`}
        {list.more > 0 && `; ${list.more.toLocaleString()} more were not read`}
      </p>
      <Button icon={<FileUp />} reason={isRunning ? 'Tools are being created.' : null} onClick={onChooseOther}>
        Choose another file
      </Button>
    </div>
  )
}

/** Results of the creation: "2 created, 1 failed, 3 cannot be tools". */
function resultWords(outcomes: ReadonlyMap<string, Outcome>, unsupportedCount: number): string {
  const all = [...outcomes.values()]
  const parts = [
    [all.filter((one) => one.is === 'done').length, 'created'],
    [all.filter((one) => one.is === 'failed').length, 'failed'],
    [unsupportedCount, unsupportedCount === 1 ? 'cannot be a tool' : 'cannot be tools'],
  ] as const
  return all.some((one) => one.is === 'done' || one.is === 'failed')
    ? parts
        .filter(([number], index) => index === 0 || number > 0)
        .map(([number, words]) => `${number.toLocaleString()} ${words}`)
        .join(', ')
    : ''
}

/** Footer with the results and the button that creates the tools. */
function CreationFooter({
  outcomes,
  unsupportedCount,
  isRunning,
  isIncomplete,
  selectedCount,
  reason,
  onCreate,
  onStop,
}: {
  outcomes: ReadonlyMap<string, Outcome>
  /** Number of operations that cannot be tools. */
  unsupportedCount: number
  isRunning: boolean
  /** Required inputs are missing or invalid. */
  isIncomplete: boolean
  selectedCount: number
  reason: string | null
  onCreate: () => void
  onStop: () => void
}) {
  return (
    <footer className="sticky bottom-0 -mx-4 mt-auto -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-2.5">
      <span className="min-w-0 flex-1 text-text-2" role="status">
        {resultWords(outcomes, unsupportedCount)}
        {isIncomplete && !isRunning && ' Complete the fields above.'}
      </span>
      {isRunning ? (
        <Button size="md" onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button size="md" variant="primary" reason={reason} onClick={onCreate}>
          {selectedCount === 0 ? 'Create tools' : `Create ${count(selectedCount, 'tool')}`}
        </Button>
      )}
    </footer>
  )
}

/** Inputs required before tools can be created: address of the service, and keys of the secrets. */
function useRequiredInputs(list: OpenedDocument, values: ReadonlySet<string> | null, usedSchemes: ReadonlySet<string>) {
  const [host, setHost] = useState('')
  const [secrets, setSecrets] = useState<Readonly<Record<string, SecretChoice>>>(() =>
    Object.fromEntries(
      [...list.schemes.keys()].map((one) => [one, { key: suggestedKey(list.title, one), isShared: false }]),
    ),
  )
  const schemes = [...list.schemes.values()].filter(({ name }) => usedSchemes.has(name))
  const hostError = list.withoutHost > 0 ? hostProblem(host) : null
  const isSecretValid = (scheme: Scheme) => {
    const choice = secrets[scheme.name]
    return choice !== undefined && secretProblem(scheme, choice, values) === null
  }
  const hosts = [...list.hosts, ...(list.withoutHost > 0 && hostError === null ? [new URL(host.trim()).host] : [])]
  return {
    host,
    setHost,
    hostError,
    secrets,
    setSecret: (scheme: string, choice: SecretChoice) => setSecrets({ ...secrets, [scheme]: choice }),
    schemes,
    /** Hosts that receive the secrets, as text. */
    hosts: hosts.length === 0 ? 'the service of the document' : hosts.join(', '),
    isComplete: hostError === null && schemes.every(isSecretValid),
    choices: {
      host: host.trim(),
      secretKeys: Object.fromEntries(Object.entries(secrets).map(([one, { key }]) => [one, key])),
    },
  }
}

/** An open document: required inputs, operations, and results. */
function DocumentView({
  name,
  document,
  onChooseOther,
}: {
  name: string
  document: OpenDocument
  onChooseOther: () => void
}) {
  const { list } = document
  const { ownTools, failed } = useOwnTools()
  const { outcomes, isRunning, start, stop } = useCreations(document)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [wasSubmitted, setSubmitted] = useState(false)
  const values = ownTools?.isComplete === true ? ownTools.values : null
  const [keys, setKeys] = useState<ReadonlyMap<string, string>>(new Map())
  const all = useMemo(() => withKeys(list.rows, keys), [list.rows, keys])
  const isChoosable = (row: OperationRow) =>
    row.reason === null && outcomes.get(row.id)?.is !== 'done' && ownTools?.ids.has(row.key) !== true
  const rows = all.filter((row) => selectedIds.has(row.id) && isChoosable(row))
  const inputs = useRequiredInputs(list, values, new Set(rows.flatMap(({ schemes }) => schemes)))
  const isReading = ownTools === null && !failed
  const submit = () => {
    setSubmitted(true)
    if (inputs.isComplete) void start(rows, inputs.choices)
  }
  return (
    <div className="flex min-h-full flex-col gap-4 p-4">
      <DocumentSummary name={name} list={list} isRunning={isRunning} onChooseOther={onChooseOther} />
      {failed && (
        <Note tone="warn" title="Existing tools could not be loaded">
          Tools with a key that is already in use will not be created.
        </Note>
      )}
      {list.withoutHost > 0 && (
        <TextField
          label="Address of the service"
          className="mono"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={inputs.host}
          hint={`The document names no host for ${count(list.withoutHost, 'operation')}.`}
          error={wasSubmitted ? inputs.hostError : null}
          onValue={inputs.setHost}
        />
      )}
      <SecretFields
        schemes={inputs.schemes}
        choices={inputs.secrets}
        values={values}
        hosts={inputs.hosts}
        wasSubmitted={wasSubmitted}
        onChoice={inputs.setSecret}
      />
      <OperationList
        rows={all}
        ids={ownTools?.ids}
        outcomes={outcomes}
        selectedIds={selectedIds}
        isChoosable={isChoosable}
        isRunning={isRunning}
        onChosen={setSelectedIds}
        onRenameKey={(row) => {
          const taken = new Set([...(ownTools?.ids.keys() ?? []), ...all.map(({ key }) => key)])
          setKeys(new Map([...keys, [row.id, freeOperationKey(row.key, taken)]]))
          setSelectedIds(new Set([...selectedIds, row.id]))
        }}
      />
      <CreationFooter
        outcomes={outcomes}
        unsupportedCount={list.rows.filter(({ reason }) => reason !== null).length}
        isRunning={isRunning}
        isIncomplete={wasSubmitted && !inputs.isComplete}
        selectedCount={rows.length}
        reason={isReading ? 'Loading existing tools.' : rows.length === 0 ? 'Select operations first.' : null}
        onCreate={submit}
        onStop={stop}
      />
    </div>
  )
}

/** Panel that creates API tools from selected operations of an OpenAPI document. The document itself is not sent. */
export function OpenApiPanel({ onClose }: { onClose: () => void }) {
  const { state, choose } = useDocument()
  const chooser = useRef<HTMLButtonElement>(null)
  const isRefused = state.is === 'refused'
  useEffect(() => {
    if (isRefused) takeLostFocus(chooser.current)
  }, [isRefused])
  return (
    <Panel wide takesFocus title="Tools from an OpenAPI document" icon={<FileJson />} onClose={onClose}>
      {state.is === 'open' ? (
        <DocumentView key={state.id} name={state.name} document={state.document} onChooseOther={choose} />
      ) : (
        <div className="grid gap-4 p-4">
          <p className="text-text-2">
            Choose an OpenAPI 3.0 or 3.1 document (JSON or YAML) to create API tools from its operations. It is read in
            this browser, and secrets in it are ignored.
          </p>
          {state.is === 'refused' && (
            <Note tone="bad" title={`${state.name} cannot be read`}>
              {state.line === null ? state.message : `Line ${state.line}: ${state.message}`}
            </Note>
          )}
          {state.is === 'reading' ? (
            <SkeletonRows rows={4} />
          ) : (
            <div>
              <Button ref={chooser} size="md" variant="primary" icon={<FileUp />} onClick={choose}>
                Choose file
              </Button>
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}
