import { CircleHelp, Ellipsis, Info, Keyboard, Layers, LogOut, Settings2, Sparkles } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useConnections } from '#api/connection/use-connections.ts'
import { useMe } from '#api/query/me.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { currentVersion, newsOpened } from '#shell/help/news.ts'
import { openOverlay } from '#shell/palette/open-overlay.ts'
import { useSignOut } from '#shell/session/sign-out.ts'
import { theme, themes } from '#shell/theme.ts'
import { useNow } from '#ui/browser/now.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Menu, MenuItem, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import { paths, settingsPath } from '#ui/paths.ts'

const themeLabels = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' } as const

/** "JK" for "Jana Krause"; the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

function useAccountName(): string {
  const me = useMe()
  return me?.person?.name ?? me?.account.name ?? 'Account'
}

/** The items about the account and the console. On a phone, they follow the pages in the menu “More”. */
export function AccountItems() {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const hasNews = useStoredSetting(newsOpened) !== currentVersion
  const currentTheme = useStoredSetting(theme)
  const name = useAccountName()
  const { all } = useConnections()
  return (
    <>
      <p className="px-2.5 py-1 text-xs text-text-3 sm:hidden">
        Signed in as <bdi>{name}</bdi>
      </p>
      {all.length > 1 && (
        <div className="sm:hidden">
          <MenuItem icon={<Layers />} onSelect={() => void navigate(paths.allFlows)}>
            All services
          </MenuItem>
        </div>
      )}
      <div className="max-sm:hidden">
        <MenuItem icon={<Settings2 />} onSelect={() => void navigate(settingsPath('appearance'))}>
          Settings
        </MenuItem>
      </div>
      <MenuItem icon={<CircleHelp />} onSelect={() => openOverlay.set('help')}>
        Help
      </MenuItem>
      <MenuItem icon={<Sparkles />} onSelect={() => openOverlay.set('news')}>
        What’s new
        {hasNews && (
          <>
            <span className="news-dot ml-2" aria-hidden="true" />
            <span className="sr-only">, not opened yet</span>
          </>
        )}
      </MenuItem>
      <div className="pointer-coarse:hidden">
        <MenuItem icon={<Keyboard />} onSelect={() => openOverlay.set('shortcuts')}>
          Keyboard shortcuts
        </MenuItem>
      </div>
      <div className="max-sm:hidden">
        <MenuItem icon={<Info />} onSelect={() => void navigate(settingsPath('about'))}>
          About Flow Console
        </MenuItem>
      </div>
      <MenuLine />
      <MenuRadio
        value={currentTheme}
        options={themes.map((value) => ({ value, label: themeLabels[value] }))}
        onValue={theme.set}
      />
      <MenuLine />
      <MenuItem icon={<LogOut />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </>
  )
}

/** Who is signed in, if the service says so, with a menu: settings, help, theme, sign-out. */
export function AccountMenu() {
  const now = useNow()
  const zone = useZone()
  const hasNews = useStoredSetting(newsOpened) !== currentVersion
  const name = useAccountName()
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="account" aria-label={name === 'Account' ? name : `Account of ${name}`}>
          <span className="initials relative" aria-hidden="true">
            {initialsOf(name)}
            {hasNews && <span className="news-dot absolute -top-0.5 -right-0.5" />}
          </span>
          <span className="min-w-0 flex-1">
            <bdi className="cut block font-medium text-text">{name}</bdi>
            <span className="cut block">
              {zone} · {formatClock(now, zone)}
            </span>
          </span>
          <Ellipsis className="s" />
        </button>
      }
    >
      <AccountItems />
    </Menu>
  )
}
