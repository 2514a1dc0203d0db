import { ArrowLeft, Bookmark, Ellipsis, Search } from 'lucide-react'
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useConnections } from '#api/connection/use-connections.ts'
import { paths } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { ProgressLine } from '#ui/feedback/skeleton.tsx'
import { useAccountStatus } from './account/account-status.ts'
import { useFooterLines } from './navigation/navigation-footer.tsx'
import { allConversationsQuery, builtInViews } from './navigation/built-in-views.ts'
import { openOverlay, paletteKeys } from './palette/open-overlay.ts'

export interface PageAction {
  label: string
  icon: ReactElement
  /** Text after the label, such as a size; until it is known, a placeholder of the same length reserves its space. */
  note?: { words: string; isKnown: boolean } | null
  onSelect: () => void
  /** Why the action is disabled. */
  reason?: string | null | undefined
  /** Irreversible action, in red; in menus. */
  danger?: boolean
}

/** The path of the previous page, so that only a new page takes the focus. */
let lastPath: string | null = null

/** Moves the focus to the title after a navigation, so that a screen reader starts there; not on the first page. */
function useTitleFocus() {
  const title = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (lastPath !== null && lastPath !== pathname) title.current?.focus({ preventScroll: true })
    lastPath = pathname
  }, [pathname])
  return title
}

function ActionLabel({ action: { label, note = null } }: { action: PageAction }) {
  if (note === null) return label
  return (
    <span>
      {label}
      <span className={`whitespace-pre ${note.isKnown ? '' : 'invisible'}`}> · {note.words}</span>
    </span>
  )
}

const ActionItem = ({ action }: { action: PageAction }) => (
  <MenuItem icon={action.icon} danger={action.danger ?? false} reason={action.reason} onSelect={action.onSelect}>
    <ActionLabel action={action} />
  </MenuItem>
)

/** "(99) " in front of the document's title of the inbox: open conversations, visible in the tab of the browser. */
function useOpenCount(): string {
  const { pathname } = useLocation()
  const badge = useAccountStatus().badges[paths.inbox]
  return pathname === paths.inbox && badge != null ? `(${badge.count}) ` : ''
}

/** The connection and the footer lines of the navigation, for the page menu where the navigation has no room. */
function useMenuLines(): ReturnType<typeof useFooterLines> {
  const { all, used } = useConnections()
  const lines = useFooterLines()
  return all.length === 1 ? lines : [{ name: 'Connection', value: used.name }, ...lines]
}

function PageMenu({
  actions,
  more,
  link,
  hasSection,
}: {
  actions: readonly PageAction[]
  more: readonly PageAction[]
  link: ReactNode
  /** The title is the name of an object, which needs the room of actions and search. */
  hasSection: boolean
}) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const lines = useMenuLines()
  return (
    <Menu
      trigger={<IconButton label="Page menu" icon={<Ellipsis />} className={more.length === 0 ? 'lg:hidden' : ''} />}
    >
      {actions.map((action) => (
        <div key={action.label} className={hasSection ? 'lg:hidden' : 'sm:hidden'}>
          <ActionItem action={action} />
        </div>
      ))}
      {link}
      {more.map((action) => (
        <ActionItem key={action.label} action={action} />
      ))}
      {more.length > 0 && (
        <div className="lg:hidden">
          <MenuLine />
        </div>
      )}
      <div className={hasSection ? 'lg:hidden' : 'sm:hidden'}>
        <MenuItem icon={<Search />} onSelect={() => openOverlay.set('palette')}>
          Search or jump to
        </MenuItem>
      </div>
      {pathname === paths.inbox && (
        <div className="lg:hidden">
          {builtInViews.map((view) => (
            <MenuItem
              key={view.name}
              icon={<Bookmark />}
              onSelect={() => void navigate(`${paths.inbox}?${view.query}`)}
            >
              {view.label}
            </MenuItem>
          ))}
          <MenuItem icon={<Bookmark />} onSelect={() => void navigate(`${paths.inbox}?${allConversationsQuery}`)}>
            All
          </MenuItem>
          <MenuLine />
        </div>
      )}
      {lines.map((line) => (
        <p key={line.name} className="flex justify-between gap-4 px-2.5 py-1 text-xs text-text-2 lg:hidden">
          <span>{line.name}</span>
          <span className={`min-w-0 max-w-[200px] truncate ${line.strong ? 'font-semibold text-text' : ''}`}>
            {line.value}
          </span>
        </p>
      ))}
    </Menu>
  )
}

/**
 * A page within the frame: its header and its content. The document's title is “title · section · Flow Console”.
 * `back` is an arrow before the title on a phone. `titleAside` follows the title (badge, pencil). `actions` move into
 * the page menu on a phone, and below 1,024 px where the title is the name of an object (`section`); `primary` never
 * does, `more` is in the menu at any width, below `link`, an item that leads to another site. `busy` shows the progress line under the header while data are refetched.
 */
export function Page({
  title,
  section,
  sectionPath,
  part,
  back,
  count,
  titleAside,
  actions,
  more,
  link,
  primary,
  busy = false,
  children,
}: {
  title: string
  /** The section that the page belongs to, if it is not a section itself: a link before the title. */
  section?: string
  sectionPath?: string
  /** The open part of the page, for the document's title: “People · Settings”. */
  part?: string | undefined
  /** The list that the page was opened from, where a phone shows only one of both. */
  back?: { label: string; path: string }
  /** A count after the title. */
  count?: number | string | undefined
  titleAside?: ReactNode
  actions?: readonly PageAction[]
  more?: readonly PageAction[]
  link?: ReactNode
  primary?: ReactNode
  busy?: boolean
  children: ReactNode
}) {
  const heading = useTitleFocus()
  const openCount = useOpenCount()
  return (
    <>
      <title>{openCount + [part, title, section, 'Flow Console'].filter(Boolean).join(' · ')}</title>
      <header className="head">
        {section && sectionPath && (
          <nav aria-label="Breadcrumb" className="flex flex-none gap-2 max-sm:hidden">
            <Link to={sectionPath} className="text-text-3 hover:text-text">
              {section}
            </Link>
            <span className="text-line-strong" aria-hidden="true">
              /
            </span>
          </nav>
        )}
        {back && (
          <Link to={back.path} className="btn quiet icon -ml-2 sm:hidden" aria-label={back.label}>
            <ArrowLeft />
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1} dir="auto" className="flex min-w-0 text-lg tracking-[-0.01em]">
          <span className="cut max-sm:line-clamp-2 max-sm:leading-5 max-sm:wrap-anywhere max-sm:whitespace-normal">
            {title}
          </span>
          {count !== undefined && (
            <span className="ml-1.5 flex-none font-normal text-text-3">
              {typeof count === 'number' ? count.toLocaleString() : count}
            </span>
          )}
        </h1>
        {titleAside}
        <span className="min-w-0 flex-1" />
        <button
          type="button"
          className={`jump ${section ? 'max-lg:hidden' : 'max-sm:hidden max-lg:w-auto'}`}
          onClick={() => openOverlay.set('palette')}
        >
          <Search className="s" />
          <span>Search or jump to</span>
          <kbd className="ml-auto">{paletteKeys}</kbd>
        </button>
        {actions?.map((action) => (
          <Button
            key={action.label}
            className={section ? 'max-lg:hidden' : 'max-sm:hidden'}
            icon={action.icon}
            reason={action.reason}
            onClick={action.onSelect}
          >
            <ActionLabel action={action} />
          </Button>
        ))}
        {primary}
        <PageMenu actions={actions ?? []} more={more ?? []} link={link} hasSection={section !== undefined} />
      </header>
      <ProgressLine busy={busy} />
      {children}
    </>
  )
}
