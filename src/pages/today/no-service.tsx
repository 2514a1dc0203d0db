import { Plug } from 'lucide-react'
import { useNavigate } from 'react-router'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { settingsPath } from '#ui/paths.ts'

/** The start page if the server behind the console has none of the endpoints that the page reads. */
export function NoService() {
  const navigate = useNavigate()
  return (
    <EmptyState
      title="No flow service answers at this address"
      words="A server answers, but it has no flows, no channels and no conversations. Check the address that the console was started with (API_BASE_URL): that of n8n or another product, or of a service with the console's API."
      actions={[
        {
          icon: <Plug />,
          title: 'Check the connection',
          words: 'Tests each endpoint.',
          onChoose: () => void navigate(settingsPath('connection')),
        },
      ]}
    />
  )
}
