import { Plus, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { Button } from '#ui/controls/button.tsx'
import { treeText, type FilterTree, type GroupLimits } from './filter-tree.ts'
import type { Lookups } from './lookup-names.ts'
import {
  ruleDraftOf,
  emptyRule,
  finishedTree,
  followedTree,
  groupDraftOf,
  offeredFields,
  problemOnLine,
  treeDraftOf,
  type TreeDraft,
} from './rule-drafts.ts'
import type { WordsContext } from './rule-words.ts'
import { AddRule, GroupBox, RulesLine, type BuilderParts } from './rules-line.tsx'
import { problemInGroup } from './rules.ts'

/** Id of the rule draft to focus first; null if there is none. */
function wantedDraft(draft: TreeDraft, wanted: Wanted): number | null {
  if (wanted === null) return null
  const rules = wanted.is === 'rule' ? draft.rules : draft.groups[wanted.index]?.rules
  return rules?.[wanted.is === 'rule' ? wanted.index : 0]?.id ?? null
}

type Wanted = { is: 'rule' | 'group'; index: number } | null

const countRules = ({ rules, groups }: TreeDraft): number =>
  rules.length + groups.reduce((sum, group) => sum + group.rules.length, 0)

function AddGroup({
  full,
  isLast,
  limits,
  onAdd,
}: {
  full: string | null
  /** The maximum number of groups is reached. */
  isLast: boolean
  limits: GroupLimits
  onAdd: () => void
}) {
  const reason = full ?? (isLast ? `A filter has at most ${limits.groups} groups.` : null)
  return (
    <Button look="quiet" icon={<Plus />} reason={reason} onClick={onAdd}>
      Group
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
  wanted,
  count,
  onTree,
  onReset,
}: {
  catalogue: Catalogue
  tree: FilterTree
  /** Null = the service does not support groups, so all rules must match. */
  limits: GroupLimits | null
  lookups: Lookups
  customKeys: readonly string[]
  context: WordsContext
  wanted: Wanted
  count: ReactNode
  onTree: (tree: FilterTree) => void
  onReset: () => void
}) {
  const adding = useRef<HTMLButtonElement>(null)
  const [draft, setDraft] = useState<TreeDraft>(() => treeDraftOf(tree))
  const [seen, setSeen] = useState(() => treeText(tree))
  const [focused, setFocused] = useState<number | null>(() => wantedDraft(draft, wanted))
  const now = treeText(tree)
  const finishedText = (one: TreeDraft) => treeText(finishedTree(catalogue, one))
  if (now !== seen) {
    setSeen(now)
    if (now !== finishedText(draft)) setDraft(followedTree(catalogue, draft, tree))
  }
  const change = (next: TreeDraft) => {
    setDraft(next)
    if (finishedText(next) !== finishedText(draft)) onTree(finishedTree(catalogue, next))
  }
  const offered = offeredFields(catalogue, customKeys)
  const isFull = limits !== null && countRules(draft) >= limits.rules
  const parts: BuilderParts = {
    offered,
    lookups,
    context,
    focused,
    full: isFull ? `A filter has at most ${limits.rules} rules.` : null,
    onFocused: setFocused,
  }
  const addGroup = () => {
    const [first] = offered
    if (first === undefined) return
    const rule = ruleDraftOf(emptyRule(first))
    setFocused(rule.id)
    const join = draft.join === 'and' ? 'or' : 'and'
    change({ ...draft, groups: [...draft.groups, { ...groupDraftOf({ join, parts: [] }), rules: [rule] }] })
  }
  const isEmpty = draft.rules.length + draft.groups.length === 0
  const leave = () => adding.current?.focus()
  return (
    <section className="filter-builder" aria-label="Filter">
      {!isEmpty && (
        <RulesLine
          parts={parts}
          join={draft.join}
          drafts={draft.rules}
          problem={problemOnLine(catalogue, draft.join)}
          onJoin={limits === null ? null : (join) => change({ ...draft, join })}
          onDrafts={(rules) => change({ ...draft, rules })}
          onEmptied={leave}
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
                leave()
              }}
            />
          ))}
        </RulesLine>
      )}
      <div className="foot">
        <AddRule parts={parts} button={adding} onAdd={(one) => change({ ...draft, rules: [...draft.rules, one] })} />
        {limits !== null && (
          <AddGroup full={parts.full} isLast={draft.groups.length >= limits.groups} limits={limits} onAdd={addGroup} />
        )}
        <span className="flex-1" />
        {count !== undefined && <span className="text-xs text-text-2">{count}</span>}
        {!isEmpty && (
          <Button
            look="quiet"
            icon={<X />}
            onClick={() => {
              setDraft(treeDraftOf({ join: 'and', rules: [], groups: [] }))
              onReset()
              leave()
            }}
          >
            Clear
          </Button>
        )}
      </div>
    </section>
  )
}
