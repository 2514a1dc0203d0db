import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { Button } from '#ui/controls/button.tsx'
import { treeText, type FilterTree, type GroupLimits } from './filter-tree.ts'
import type { Lookups } from './lookup-names.ts'
import {
  ruleDraftOf,
  emptyRule,
  completeTree,
  mergedTreeDraft,
  groupDraftOf,
  offeredFields,
  outerRuleProblem,
  treeDraftOf,
  type TreeDraft,
} from './rule-drafts.ts'
import type { WordsContext } from './rule-words.ts'
import { AddRule, GroupBox, RulesLine, type BuilderParts } from './rules-line.tsx'
import { problemInGroup } from './rules.ts'

/** Id of the rule draft to focus first; null if there is none. */
function draftToFocus(draft: TreeDraft, focusTarget: FocusTarget): number | null {
  if (focusTarget === null) return null
  const rules = focusTarget.is === 'rule' ? draft.rules : draft.groups[focusTarget.index]?.rules
  return rules?.[focusTarget.is === 'rule' ? focusTarget.index : 0]?.id ?? null
}

type FocusTarget = { is: 'rule' | 'group'; index: number } | null

const countRules = ({ rules, groups }: TreeDraft): number =>
  rules.length + groups.reduce((sum, group) => sum + group.rules.length, 0)

function AddGroup({
  fullReason,
  isLast,
  limits,
  onAdd,
}: {
  fullReason: string | null
  /** The maximum number of groups is reached. */
  isLast: boolean
  limits: GroupLimits
  onAdd: () => void
}) {
  const reason =
    fullReason ?? (isLast ? `A filter has at most ${limits.groups} groups. Remove one to add another.` : null)
  return (
    <Button variant="quiet" icon={<Plus />} reason={reason} onClick={onAdd}>
      Add group
    </Button>
  )
}

/**
 * Filter builder: rules and groups joined by AND or OR. A rule is applied as soon as it is complete, a group as soon as
 * one of its rules is.
 */
export function FilterBuilder({
  catalogue,
  tree,
  limits,
  lookups,
  customKeys,
  context,
  focusTarget,
  count,
  onTree,
  onReset,
  onClose,
}: {
  catalogue: Catalogue
  tree: FilterTree
  /** Null = the service does not support groups, so all rules must match. */
  limits: GroupLimits | null
  lookups: Lookups
  customKeys: readonly string[]
  context: WordsContext
  focusTarget: FocusTarget
  count: string | undefined
  onTree: (tree: FilterTree) => void
  onReset: () => void
  onClose: () => void
}) {
  const addButton = useRef<HTMLButtonElement>(null)
  const [draft, setDraft] = useState<TreeDraft>(() => treeDraftOf(tree))
  const [lastTreeText, setLastTreeText] = useState(() => treeText(tree))
  const [focusedId, setFocusedId] = useState<number | null>(() => draftToFocus(draft, focusTarget))
  const now = treeText(tree)
  const completeTreeText = (one: TreeDraft) => treeText(completeTree(catalogue, one))
  if (now !== lastTreeText) {
    setLastTreeText(now)
    if (now !== completeTreeText(draft)) setDraft(mergedTreeDraft(catalogue, draft, tree))
  }
  const change = (next: TreeDraft) => {
    setDraft(next)
    if (completeTreeText(next) !== completeTreeText(draft)) onTree(completeTree(catalogue, next))
  }
  const availableFields = offeredFields(catalogue, customKeys)
  const isFull = limits !== null && countRules(draft) >= limits.rules
  const parts: BuilderParts = {
    offeredFields: availableFields,
    lookups,
    context,
    focusedId,
    fullReason: isFull ? `A filter has at most ${limits.rules} rules. Remove one to add another.` : null,
    onFocused: setFocusedId,
  }
  const addGroup = () => {
    const [first] = availableFields
    if (first === undefined) return
    const rule = ruleDraftOf(emptyRule(first))
    setFocusedId(rule.id)
    const join = draft.join === 'and' ? 'or' : 'and'
    change({ ...draft, groups: [...draft.groups, { ...groupDraftOf({ join, parts: [] }), rules: [rule] }] })
  }
  const isEmpty = draft.rules.length + draft.groups.length === 0
  const focusAddButton = () => addButton.current?.focus()
  return (
    <section className="filter-builder" aria-label="Filter">
      {!isEmpty && (
        <RulesLine
          parts={parts}
          join={draft.join}
          drafts={draft.rules}
          problem={outerRuleProblem(catalogue, draft.join)}
          onJoin={limits === null ? null : (join) => change({ ...draft, join })}
          onDrafts={(rules) => change({ ...draft, rules })}
          onEmptied={focusAddButton}
        >
          {draft.groups.map((group) => (
            <GroupBox
              key={group.id}
              parts={parts}
              group={group}
              problem={problemInGroup}
              onGroup={(next) =>
                change({ ...draft, groups: draft.groups.map((one) => (one.id === next.id ? next : one)) })
              }
              onRemove={() => {
                change({ ...draft, groups: draft.groups.filter((one) => one.id !== group.id) })
                focusAddButton()
              }}
            />
          ))}
        </RulesLine>
      )}
      <div className="foot">
        <AddRule parts={parts} button={addButton} onAdd={(one) => change({ ...draft, rules: [...draft.rules, one] })} />
        {limits !== null && (
          <AddGroup
            fullReason={parts.fullReason}
            isLast={draft.groups.length >= limits.groups}
            limits={limits}
            onAdd={addGroup}
          />
        )}
        <span className="flex-1 max-sm:hidden" />
        {!isEmpty && (
          <Button
            variant="quiet"
            icon={<X />}
            onClick={() => {
              setDraft(treeDraftOf({ join: 'and', rules: [], groups: [] }))
              onReset()
              focusAddButton()
            }}
          >
            Clear filters
          </Button>
        )}
        <Button variant="primary" className="close" onClick={onClose}>
          {count === undefined ? 'Done' : `Show ${count}`}
        </Button>
      </div>
    </section>
  )
}
