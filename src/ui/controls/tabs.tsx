import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'

export interface Tab<T extends string> {
  value: T
  label: string
  /** How many there are, behind the word; nothing where it is not known. */
  count?: number | undefined
  icon?: ReactNode
  /** In the place of the count, where that has a meaning of its own: a status. */
  mark?: ReactNode
  /** Where it leads: the URL holds which tab is open. */
  to: To
}

/** On a narrow page the open tab may lie outside of what is seen. */
const intoSight = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Views that stand side by side under one title. Each is a link, so that back, reload and a pasted address lead to it. */
export function Tabs<T extends string>({
  label,
  value,
  tabs,
  tools = null,
}: {
  label: string
  value: T
  tabs: readonly Tab<T>[]
  /** What can be done with what is seen; at the right end. */
  tools?: ReactNode
}) {
  const bar = (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          ref={tab.value === value ? intoSight : null}
          className="tab"
          to={tab.to}
          aria-current={tab.value === value ? 'page' : undefined}
        >
          {tab.icon}
          {tab.label}
          {tab.mark}
          {tab.count !== undefined && !Number.isNaN(tab.count) && (
            <span className="font-normal text-text-3">{tab.count.toLocaleString()}</span>
          )}
        </Link>
      ))}
    </nav>
  )
  if (tools === null) return bar
  return (
    <div className="tabs-bar">
      {bar}
      <div className="tabs-tools">{tools}</div>
    </div>
  )
}
