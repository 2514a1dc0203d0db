import {
  Activity,
  CircleHelp,
  FolderOpen,
  GitCompare,
  Keyboard,
  LogOut,
  Moon,
  ReceiptText,
  Settings2,
  Sparkles,
  Sun,
  SunMoon,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useExtension, useLacks, useMe } from '#api/query/me.ts'
import { failedRunsPath, fileFlowPath, paths, settingsPath } from '#ui/paths.ts'
import { openOverlay } from './open-overlay.ts'
import type { PaletteLine } from './palette-lines.ts'
import { useSignOut } from '#shell/session/sign-out.ts'
import { sectionsFor } from '#shell/navigation/settings-sections.ts'
import { useNavItems } from '#shell/navigation/nav-items.ts'
import { theme } from '#shell/theme.ts'

/** Pages below those of the navigation, as far as the service and the role have them. */
function useSubPages(): { path: string; label: string; note: string; icon: ReactNode }[] {
  const me = useMe()
  const hasBudgets = useExtension('budgets')
  const hasLedger = useExtension('ledger')
  const hasRuns = !useLacks('run.list')
  const books = [
    ...(hasBudgets ? [{ path: paths.budgets, label: 'Budgets' }] : []),
    ...(hasLedger
      ? [
          { path: paths.statement, label: 'Statement' },
          { path: paths.ledger, label: 'Ledger' },
        ]
      : []),
  ]
  const sections = sectionsFor(me).map(({ name, label }) => ({ path: settingsPath(name), label }))
  return [
    ...(hasRuns ? [{ path: failedRunsPath(), label: 'Failed runs', note: 'Runs', icon: <Activity /> }] : []),
    ...books.map((page) => ({ ...page, note: 'Billing', icon: <ReceiptText /> })),
    ...sections.map((page) => ({ ...page, note: 'Settings', icon: <Settings2 /> })),
  ]
}

/** Commands of the palette that need no request: pages and actions. */
export function useCommands(): PaletteLine[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const subPages = useSubPages()
  return [
    ...useNavItems().map((stop): PaletteLine => ({
      id: stop.path,
      group: 'Pages',
      label: stop.label,
      note: `g ${stop.key}`,
      icon: createElement(stop.icon),
      onChoose: () => void navigate(stop.path),
    })),
    ...subPages.map(({ path, ...line }): PaletteLine => ({
      ...line,
      id: path,
      group: 'Pages',
      isSubPage: true,
      onChoose: () => void navigate(path),
    })),
    {
      id: 'open-file',
      group: 'Actions',
      label: 'Open a file without importing it',
      icon: <FolderOpen />,
      onChoose: () => void navigate(fileFlowPath()),
    },
    {
      id: 'compare',
      group: 'Actions',
      label: 'Compare two flows',
      icon: <GitCompare />,
      onChoose: () => void navigate(paths.compare),
    },
    {
      id: 'theme-light',
      group: 'Actions',
      label: 'Use light theme',
      icon: <Sun />,
      onChoose: () => theme.set('light'),
    },
    {
      id: 'theme-dark',
      group: 'Actions',
      label: 'Use dark theme',
      icon: <Moon />,
      onChoose: () => theme.set('dark'),
    },
    {
      id: 'theme-system',
      group: 'Actions',
      label: 'Use system theme',
      icon: <SunMoon />,
      onChoose: () => theme.set('system'),
    },
    {
      id: 'help',
      group: 'Actions',
      label: 'Help',
      icon: <CircleHelp />,
      onChoose: () => openOverlay.set('help'),
    },
    {
      id: 'news',
      group: 'Actions',
      label: 'What’s new',
      icon: <Sparkles />,
      onChoose: () => openOverlay.set('news'),
    },
    {
      id: 'shortcuts',
      group: 'Actions',
      label: 'Show shortcuts',
      note: '?',
      icon: <Keyboard />,
      onChoose: () => openOverlay.set('shortcuts'),
    },
    { id: 'sign-out', group: 'Actions', label: 'Sign out', icon: <LogOut />, onChoose: signOut },
  ]
}
