import { paletteKeys } from './palette-keys.ts'
import { navItems } from '#shell/navigation/nav-items.ts'

const groups: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [[paletteKeys], 'Search or jump to'],
      [['/'], 'Search on this page'],
      [['?'], 'All shortcuts'],
      [['Esc'], 'Close what is in front'],
      ...navItems.map((stop): [string[], string] => [[`g ${stop.key}`], stop.label]),
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['j', 'k'], 'Next, previous row'],
      [['Enter'], 'Open the row'],
      [['x'], 'Select the row'],
      [['a'], 'Actions for the selected flows'],
      [['F2'], 'Rename the flow'],
      [['Shift F10'], 'Menu of the flow'],
    ],
  },
  {
    title: 'In the inbox',
    keys: [
      [['e'], 'Resolve, or open again'],
      [['m'], 'Assign to me'],
      [['a'], 'Assign to'],
      [['l'], 'Labels'],
      [['p'], 'Priority'],
      [['s'], 'Snooze'],
      [['r'], 'Write an answer'],
      [['n'], 'Write a note'],
      [['Ctrl Enter'], 'Send what is written'],
      [['Shift j', 'Shift k'], 'Select on, back'],
      [['* a', '* n'], 'Select all shown, none'],
    ],
  },
  {
    title: 'On the canvas',
    keys: [
      [['0'], 'Show everything'],
      [['1'], '100 %'],
      [['+', '-'], 'Larger, smaller'],
      [['←', '→', '↑', '↓'], 'Walk along the edges'],
      [['Shift ←', 'Shift →'], 'Everything before, everything after'],
      [['Shift Space'], 'Select the node with others'],
      [['Enter'], 'Details of the node'],
      [['f'], 'Find in the flow'],
    ],
  },
]

/** All shortcuts with descriptions, in groups. */
export const ShortcutList = () => (
  <>
    {groups.map((group) => (
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
