import { Workflow } from 'lucide-react'
import { useNavigate } from 'react-router'
import { trashDays } from '#contract/flows/flow-trash.ts'
import { retentionDays } from '#parts/trash/trash-limits.ts'
import { Page } from '#shell/page.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { paths } from '#ui/paths.ts'
import { BrowserCopies } from './browser-copies.tsx'
import { ServiceList } from './service-list.tsx'
import { useBrowserTrash } from './use-browser-trash.ts'
import { useServiceTrash } from './use-service-trash.ts'

const emptyWords = {
  service: `Deleted flows stay in the trash for ${trashDays} days, with their versions and runs.`,
  browser: `Flows that you delete stay in the trash of this browser for ${retentionDays} days. Flows deleted by others or in other browsers are not listed.`,
}

/**
 * Trash page: deleted flows in the trash of the service, and copies in this browser, which are taken only if the
 * service has no trash.
 */
export function TrashPage() {
  const service = useServiceTrash()
  const browser = useBrowserTrash()
  const navigate = useNavigate()
  const copyCount = browser.copies?.length ?? 0
  const { data } = service.list
  const isUnfiltered = service.search === '' && service.from === 0
  const isServiceEmpty = !service.isOffered || (data?.count === 0 && isUnfiltered)
  const isBrowserEmpty = browser.copies?.length === 0 || (service.isOffered && browser.copies === null)
  const isEmpty = isServiceEmpty && isBrowserEmpty
  return (
    <Page
      title="Trash"
      section="Flows"
      sectionPath={paths.flows}
      count={(service.isOffered ? (data?.count ?? 0) : 0) + copyCount || undefined}
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        {service.isOffered && <ServiceList trash={service} />}
        {browser.copies === undefined && !service.isOffered && <SkeletonRows />}
        <BrowserCopies trash={browser} isOnlyPart={!service.isOffered} />
        {isEmpty && (
          <EmptyState
            quiet
            title="Trash is empty"
            words={service.isOffered ? emptyWords.service : emptyWords.browser}
            actions={[
              {
                icon: <Workflow />,
                title: 'Go to flows',
                words: 'All flows in this account.',
                onChoose: () => void navigate(paths.flows),
              },
            ]}
          />
        )}
      </div>
    </Page>
  )
}
