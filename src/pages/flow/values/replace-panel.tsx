import { useMemo } from 'react'
import type { FoundValues, ValueOccurrence } from '#flow/values/find-values.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import { count } from '#lib/count.ts'
import { useDebouncedValue } from '#ui/browser/use-debounced-value.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, CheckField } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { closeReplace, replaceState, type ReplaceState } from './replace-state.ts'
import { useSettledChanges } from './use-reviewed-changes.ts'
import { editFields, useEdits } from './value-edits.ts'
import './values.css'

/** Listed occurrences; further ones are replaced without a checkbox. */
const maxListed = 300
/** Maximum characters of a search text and of a replacement. */
const maxQuery = 2_000

function Occurrence({
  one,
  replacement,
  isChosen,
  onChoose,
  onOpen,
}: {
  one: ValueOccurrence
  replacement: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onOpen: (node: string) => void
}) {
  const { owner, nodeName, label, before, found, after } = one
  const place = nodeName ?? (owner.kind === 'variable' ? 'Variables' : 'Settings')
  return (
    <li className="flex min-h-11 gap-2 py-1.5">
      <Checkbox label={`Replace in ${label}, ${place}`} checked={isChosen} onChange={onChoose} />
      <div className="min-w-0 flex-1">
        <p className="text-xs wrap-anywhere text-text-2">
          {owner.kind === 'node' ? (
            <button type="button" className="link cursor-pointer" onClick={() => onOpen(owner.id)}>
              {place}
            </button>
          ) : (
            place
          )}
          {' · '}
          {label}
        </p>
        <p className="wrap-anywhere">
          {before}
          <del className="value-found">{found}</del>
          {isChosen && <ins className="value-replaced">{replacement}</ins>}
          {after}
        </p>
      </div>
    </li>
  )
}

/** The search in the flow with its unsaved changes, a moment after the last key; null = none. */
function useSearch(
  { id, variables, settings }: FlowHead,
  { text, isCaseSensitive, isWholeWord }: ReplaceState['query'],
) {
  const changes = useSettledChanges(useEdits(id))
  const searched = useDebouncedValue(text)
  return useMemo(
    () =>
      searched === ''
        ? null
        : {
            query: { text: searched, isCaseSensitive, isWholeWord },
            changes,
            parts: { variables, settings },
          },
    [searched, isCaseSensitive, isWholeWord, changes, variables, settings],
  )
}

/** What was found, in one sentence. */
function resultWords(found: FoundValues | undefined): string {
  if (found === undefined) return 'Searches prompts, texts, addresses, headers, schedules, models and variables.'
  if (found.count === 0) return 'Not found in any value.'
  const listed = found.count > found.list.length ? ` The first ${found.list.length} are listed.` : ''
  return `${count(found.count, 'occurrence')} in ${count(found.owners, 'place')}.${listed}`
}

function Query({ state: { query, replacement } }: { state: ReplaceState }) {
  const change = (next: Partial<ReplaceState>) => replaceState.set({ ...replaceState.get(), ...next })
  const search = (next: Partial<ReplaceState['query']>) => change({ query: { ...query, ...next }, excluded: [] })
  return (
    <div className="section grid gap-2">
      <TextField
        label="Find"
        value={query.text}
        maxLength={maxQuery}
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to type here
        autoFocus
        onValue={(text) => search({ text })}
      />
      <TextField
        label="Replace with"
        value={replacement}
        maxLength={maxQuery}
        autoComplete="off"
        spellCheck={false}
        onValue={(text) => change({ replacement: text })}
      />
      <div className="flex flex-wrap gap-x-4">
        <CheckField
          label="Match case"
          checked={query.isCaseSensitive}
          onChange={(isCaseSensitive) => search({ isCaseSensitive })}
        />
        <CheckField
          label="Whole words"
          checked={query.isWholeWord}
          onChange={(isWholeWord) => search({ isWholeWord })}
        />
      </div>
    </div>
  )
}

/** Occurrences with a checkbox each. */
function Occurrences({
  found: { list },
  state,
  onOpen,
}: {
  found: FoundValues
  state: ReplaceState
  onOpen: (node: string) => void
}) {
  const excluded = new Set(state.excluded)
  const choose = (keys: readonly string[], isChosen: boolean) => {
    const others = state.excluded.filter((key) => !keys.includes(key))
    replaceState.set({ ...state, excluded: isChosen ? others : [...others, ...keys] })
  }
  const chosen = list.filter(({ key }) => !excluded.has(key)).length
  if (list.length === 0) return null
  return (
    <>
      <div className="mb-1 flex min-h-6 items-center gap-2">
        <Checkbox
          label="All listed occurrences"
          checked={chosen === list.length}
          isIndeterminate={chosen > 0 && chosen < list.length}
          onChange={(isChosen) =>
            choose(
              list.map(({ key }) => key),
              isChosen,
            )
          }
        />
        <span className="text-xs text-text-2">{chosen.toLocaleString('en')} selected</span>
      </div>
      <ul aria-label="Occurrences">
        {list.map((one) => (
          <Occurrence
            key={one.key}
            one={one}
            replacement={state.replacement}
            isChosen={!excluded.has(one.key)}
            onChoose={(isChosen) => choose([one.key], isChosen)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </>
  )
}

/** “Find and replace” in the values of a flow. Replaced values are changes to review, and not saved yet. */
export function ReplacePanel({
  flow,
  data,
  onOpen,
}: {
  flow: FlowHead
  data: FlowData
  onOpen: (node: string) => void
}) {
  const state = useStoredSetting(replaceState)
  const search = useSearch(flow, state.query)
  const input = useMemo(() => search && { ...search, most: maxListed }, [search])
  const found = useFlowQuery(data, 'found values', input)
  const chosen = found === undefined ? 0 : found.count - state.excluded.length
  const replace = () => {
    if (search === null) return
    const { replacement, excluded } = state
    handleFlowAnswer(data.ask('replaced values', { ...search, replacement, excluded }), (replaced) => {
      editFields(flow.id, replaced)
      replaceState.set({ ...replaceState.get(), excluded: [] })
      showToast({ message: `${count(replaced.length, 'value')} changed. Review the changes to save them.` })
    })
  }
  return (
    <Panel
      title="Find and replace"
      onClose={closeReplace}
      footer={
        <footer className="values-footer">
          <Button variant="primary" size="md" reason={chosen === 0 ? 'Nothing is selected.' : null} onClick={replace}>
            Replace {chosen.toLocaleString('en')}
          </Button>
        </footer>
      }
    >
      <Query state={state} />
      <div className="section">
        <p role="status" className="mb-2 text-text-2">
          {resultWords(found)}
        </p>
        {found !== undefined && <Occurrences found={found} state={state} onOpen={onOpen} />}
      </div>
    </Panel>
  )
}
