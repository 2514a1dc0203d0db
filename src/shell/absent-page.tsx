import { Sun } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { paths, settingsPath } from '#ui/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useNavItems, type NavItem } from './navigation/nav-items.ts'
import { Page } from './page.tsx'

/** What a product does not have, by the path of the page: "n8n has no channels". */
const missingWords: Readonly<Record<string, string>> = {
  [paths.runs]: 'lists no runs',
  [paths.tools]: 'has no list of tools',
  [paths.channels]: 'has no channels',
  [paths.inbox]: 'has no conversations',
  [paths.billing]: 'does not say what runs cost',
  [paths.import]: 'imports no files',
}

/** In place of a page that the product behind the connector does not have: says so, and what there is. */
export function AbsentPage({ path, label }: Pick<NavItem, 'path' | 'label'>) {
  const navigate = useNavigate()
  const title = useProduct()?.title ?? 'This service'
  const others = useNavItems().filter((item) => item.path === paths.flows || item.path === paths.runs)
  return (
    <Page title={label}>
      <EmptyState
        quiet
        title={`${title} ${missingWords[path] ?? 'does not have this'}`}
        words={
          <>
            <Link className="link" to={settingsPath('connection')}>
              Connection
            </Link>{' '}
            lists what else {title} does not have.
            {path === paths.billing &&
              ` The cost of a run is calculated from the tokens that ${title} recorded and the prices in PRICES_FILE. No run so far has both.`}
          </>
        }
        actions={[
          {
            icon: <Sun />,
            title: 'Go to Today',
            words: 'What needs attention.',
            onChoose: () => void navigate(paths.home),
          },
          ...others.map((item) => ({
            icon: <item.icon />,
            title: `Go to ${item.label.toLowerCase()}`,
            words: `All ${item.label.toLowerCase()} of ${title}.`,
            onChoose: () => void navigate(item.path),
          })),
        ]}
      />
    </Page>
  )
}
