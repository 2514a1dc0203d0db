import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'

export interface Tab<T extends string> {
  value: T
  label: string
  /** A count after the label; nothing if unknown. */
  count?: number | undefined
  icon?: ReactNode
  /** Instead of the count: a status. */
  mark?: ReactNode
  /** Link target: the URL contains the open tab. */
  to: To
}

/** On a narrow page the open tab may be outside of the visible area. */
const intoSight = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Tabs under one title. Each is a link, so that back, reload and a pasted URL lead to it. */
export function Tabs<T extends string>({
  label,
  value,
  tabs,
  tools = null,
}: {
  label: string
  value: T
  tabs: readonly Tab<T>[]
  /** Actions for the open tab, at the right end. */
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
            <span className="tab-count">{tab.count.toLocaleString()}</span>
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
