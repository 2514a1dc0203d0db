import { paletteKeys } from './open-overlay.ts'
import { useNavItems, type NavItem } from '#shell/navigation/nav-items.ts'
import { paths } from '#ui/paths.ts'

interface ShortcutGroup {
  title: string
  keys: [string[], string][]
}

const inInbox: ShortcutGroup = {
  title: 'In the inbox',
  keys: [
    [['j', 'k'], 'Show next, previous conversation'],
    [['e'], 'Resolve or reopen'],
    [['z'], 'Undo'],
    [['m'], 'Assign to me'],
    [['a'], 'Assign to'],
    [['l'], 'Labels'],
    [['p'], 'Priority'],
    [['s'], 'Snooze'],
    [['r'], 'Write a reply'],
    [['n'], 'Write a note'],
    [['c'], 'Show or hide contact'],
    [['/'], 'Canned replies, at the start of a reply'],
    [['Ctrl Enter'], 'Send'],
    [['Ctrl Shift Enter'], 'Send and resolve'],
    [['Shift j', 'Shift k'], 'Extend selection'],
    [['* a', '* n'], 'Select all, select none'],
  ],
}

const groupsFor = (navItems: readonly NavItem[]): ShortcutGroup[] => [
  {
    title: 'Everywhere',
    keys: [
      [[paletteKeys], 'Search or jump to'],
      [['/'], 'Search on this page'],
      [['?'], 'Show shortcuts'],
      [['Esc'], 'Close top dialog or panel'],
      ...navItems.map((stop): [string[], string] => [[`g ${stop.key}`], stop.label]),
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['j', 'k'], 'Next, previous row'],
      [['Enter'], 'Open row'],
      [['x'], 'Select row'],
      [['a'], 'Actions for selected rows'],
      [['F2'], 'Rename flow'],
      [['Shift F10'], 'Open flow menu'],
    ],
  },
  ...(navItems.some(({ path }) => path === paths.inbox) ? [inInbox] : []),
  {
    title: 'On the canvas',
    keys: [
      [['0'], 'Fit to screen'],
      [['1'], 'Zoom to 100%'],
      [['+', '-'], 'Zoom in, zoom out'],
      [['←', '→', '↑', '↓'], 'Move along edges'],
      [['Shift ←', 'Shift →'], 'Show everything before, after'],
      [['Shift Space'], 'Add node to selection'],
      [['Enter'], 'Open node details'],
      [['f'], 'Find in flow'],
    ],
  },
]

/** All shortcuts with descriptions, in groups. */
export const ShortcutList = () => (
  <>
    {groupsFor(useNavItems()).map((group) => (
      <section key={group.title}>
        <h3 className="mb-1 text-xs font-medium text-text-3">{group.title}</h3>
        <dl className="grid gap-1">
          {group.keys.map(([keys, words]) => (
            <div key={words} className="flex items-center justify-between gap-4">
              <dt>{words}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </>
)
