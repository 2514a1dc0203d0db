import { Keyboard, Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { useApiDocs } from '#parts/connection/use-api-docs.ts'
import { Button } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { isAtNavItem, useNavItems, type NavItem } from '#shell/navigation/nav-items.ts'
import { closeOverlay, openOverlay, paletteKeys } from '#shell/palette/open-overlay.ts'
import { OverlaySheet } from '#shell/palette/overlay-sheet.tsx'

interface Task {
  title: string
  path: string
  words: string
  keys: [string[], string][]
}

/** What differs in front of another product, by the page of the task. */
const productWords = (product: string): Readonly<Record<string, string>> => ({
  [paths.runs]: 'Runs groups failures by reason. A run shows each step.',
  [paths.import]: `Files of ${product} are reviewed before they are sent, and go to it unchanged.`,
})

/** What operators do most, in the order of a day. */
const tasks: readonly Task[] = [
  {
    title: 'See what needs attention',
    path: paths.home,
    words: 'Today lists problems, worst first, each with one next step.',
    keys: [[['g h'], 'Today']],
  },
  {
    title: 'Find out why runs fail, and retry them',
    path: paths.runs,
    words: 'Runs groups failures by reason. A run shows each step and its cost. Retry first says whether it is safe.',
    keys: [
      [['g r'], 'Runs'],
      [['j', 'k'], 'move'],
      [['Enter'], 'open'],
    ],
  },
  {
    title: 'Reply to conversations',
    path: paths.inbox,
    words: 'The inbox opens on what is open, longest waiting first. After Resolve or Snooze the next one opens.',
    keys: [
      [['g i'], 'Inbox'],
      [['j', 'k'], 'move'],
      [['r'], 'reply'],
      [['e'], 'resolve'],
      [['s'], 'snooze'],
    ],
  },
  {
    title: 'Import a flow',
    path: paths.import,
    words:
      'Files of n8n and other products are reviewed before anything is sent. The review says which steps can run here.',
    keys: [],
  },
  {
    title: 'Read a flow',
    path: paths.flows,
    words: 'The canvas shows the steps, Health what is wrong, and History what changed.',
    keys: [
      [['f'], 'find a step'],
      [['0'], 'fit'],
      [['←', '→'], 'follow edges'],
    ],
  },
  {
    title: 'See what flows cost',
    path: paths.billing,
    words: 'Billing shows the balance, and the cost of runs by day, flow and channel.',
    keys: [[['g b'], 'Billing']],
  },
]

/** The tasks for which there is a page; in front of another product, nothing is said about what it has not. */
const tasksOf = (product: string | null, items: readonly NavItem[]): readonly Task[] =>
  product === null
    ? tasks
    : tasks
        .filter(({ path }) => items.some((item) => isAtNavItem(item, path)))
        .map((task) => ({ ...task, words: productWords(product)[task.path] ?? task.words }))

/** Help: the most frequent tasks with their keys, and links to more. */
export function HelpSheet() {
  const apiDocs = useApiDocs()
  const navItems = useNavItems()
  const product = useProduct()
  return (
    <OverlaySheet
      title="Help"
      actions={
        <>
          {apiDocs !== null && (
            <a className="btn quiet md mr-auto -ml-3" href={apiDocs}>
              API reference
            </a>
          )}
          <Button size="md" icon={<Sparkles />} onClick={() => openOverlay.set('news')}>
            What’s new
          </Button>
          <Button
            size="md"
            icon={<Keyboard />}
            className="pointer-coarse:hidden"
            onClick={() => openOverlay.set('shortcuts')}
          >
            All shortcuts
          </Button>
        </>
      }
    >
      <ul className="grid">
        {tasksOf(product?.title ?? null, navItems).map(({ title, path, words, keys }) => (
          <li key={title} className="grid gap-1 border-t border-line py-2.5 last:border-b">
            <h3 className="font-medium">
              <Link className="link" to={path} onClick={closeOverlay}>
                {title}
              </Link>
            </h3>
            <p className="text-text-2">{words}</p>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-text-3 empty:hidden pointer-coarse:hidden">
              {keys.map(([names, meaning]) => (
                <span key={meaning} className="flex items-center gap-1">
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                  {meaning}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-text-2 pointer-coarse:hidden">
        <kbd>{paletteKeys}</kbd> searches {product === null ? 'flows, tools, conversations' : 'flows, pages'} and
        actions from every page.
      </p>
    </OverlaySheet>
  )
}
