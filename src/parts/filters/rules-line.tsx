import { ChevronDown, Plus, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuRadio } from '#ui/overlays/menu.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { Lookups } from './lookup-names.ts'
import {
  ruleDraftOf,
  emptyRule,
  type GroupDraft,
  type OfferedField,
  type RuleProblem,
  type RuleDraft,
} from './rule-drafts.ts'
import { RuleRow } from './rule-row.tsx'
import { joinWords, type WordsContext } from './rule-words.ts'

/** Context shared by all rules of the builder. */
export interface BuilderParts {
  offeredFields: readonly OfferedField[]
  lookups: Lookups
  context: WordsContext
  /** Id of the draft whose value gets the focus when it appears. */
  focusedId: number | null
  /** Why no further rule can be added; null = rules can be added. */
  fullReason: string | null
  onFocused: (id: number) => void
}

type Join = 'and' | 'or'

const joinOptions: readonly { value: Join; label: string }[] = [
  { value: 'and', label: 'All of these match' },
  { value: 'or', label: 'Any of these matches' },
]

/** Switch between AND and OR. Plain text if there is no choice. */
function JoinSwitch({ join, onJoin }: { join: Join; onJoin: ((join: Join) => void) | null }) {
  if (onJoin === null) return <span className="all-of">{joinWords[join]}</span>
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="all-of" aria-label={`${joinWords[join]}: choose all or any`}>
          {joinWords[join]}
          <ChevronDown className="xs" />
        </button>
      }
    >
      <MenuRadio value={join} options={joinOptions} onValue={onJoin} />
    </Menu>
  )
}

/** Button with a list of fields; adds a rule for the chosen field. */
export function AddRule({
  parts,
  button,
  name,
  onAdd,
}: {
  parts: BuilderParts
  button?: Ref<HTMLButtonElement>
  /** Accessible name, needed if there are several such buttons. */
  name?: string
  onAdd: (draft: RuleDraft) => void
}) {
  const { offeredFields, fullReason, onFocused } = parts
  const trigger = (
    <Button ref={button} variant="quiet" icon={<Plus />} reason={fullReason} aria-label={name}>
      Add rule
    </Button>
  )
  // The button shows the reason and does not open the list.
  if (fullReason !== null) return trigger
  return (
    <Picker
      label="Field to filter by"
      options={offeredFields.map(({ name: value, label }) => ({ value, label }))}
      chosen={[]}
      onChosen={([chosen]) => {
        const one = offeredFields.find((field) => field.name === chosen)
        if (one === undefined) return
        const draft = ruleDraftOf(emptyRule(one))
        onFocused(draft.id)
        onAdd(draft)
      }}
      trigger={trigger}
    />
  )
}

/** List of rules, joined by AND or OR. */
export function RulesLine({
  parts,
  join,
  drafts,
  problem,
  onJoin,
  onDrafts,
  onEmptied,
  children,
}: {
  parts: BuilderParts
  join: Join
  drafts: readonly RuleDraft[]
  problem: RuleProblem
  onJoin: ((join: Join) => void) | null
  onDrafts: (drafts: readonly RuleDraft[]) => void
  /** Called after a rule is removed, to move the focus. */
  onEmptied: () => void
  /** Rendered below the rules. */
  children?: ReactNode
}) {
  const { offeredFields, lookups, context, focusedId } = parts
  return (
    <div className="rules-line">
      <JoinSwitch join={join} onJoin={onJoin} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 max-sm:gap-3">
        {drafts.map(({ id, rule }) => (
          <RuleRow
            key={id}
            problem={problem}
            rule={rule}
            offered={offeredFields}
            lookups={lookups}
            context={context}
            takesFocus={id === focusedId}
            onRule={(next) => onDrafts(drafts.map((draft) => (draft.id === id ? { id, rule: next } : draft)))}
            onRemove={() => {
              onDrafts(drafts.filter((draft) => draft.id !== id))
              onEmptied()
            }}
          />
        ))}
        {children}
      </div>
    </div>
  )
}

/** A group of rules in a box. */
export function GroupBox({
  parts,
  group,
  problem,
  onGroup,
  onRemove,
}: {
  parts: BuilderParts
  group: GroupDraft
  problem: RuleProblem
  onGroup: (group: GroupDraft) => void
  onRemove: () => void
}) {
  const words = joinWords[group.join].toLowerCase()
  return (
    <div role="group" aria-label={`Group, ${words}`} className="rule-group" data-group={group.id}>
      <RulesLine
        parts={parts}
        join={group.join}
        drafts={group.rules}
        problem={problem}
        onJoin={(join) => onGroup({ ...group, join })}
        onDrafts={(rules) => onGroup({ ...group, rules })}
        onEmptied={() => document.querySelector<HTMLElement>(`[data-group="${group.id}"] .group-foot button`)?.focus()}
      >
        <span className="group-foot">
          <AddRule
            parts={parts}
            name={`Add rule to the group, ${words}`}
            onAdd={(draft) => onGroup({ ...group, rules: [...group.rules, draft] })}
          />
          <span className="flex-1" />
          <IconButton label={`Remove the group, ${words}`} icon={<X />} onClick={onRemove} />
        </span>
      </RulesLine>
    </div>
  )
}
