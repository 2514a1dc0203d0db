import { Check, ChevronDown, ChevronsUpDown, CloudOff, KeyRound, LoaderCircle, Plus } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chooseConnection } from '#api/connection/connections.ts'
import type { Connection } from '#api/connection/connection.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { isSignedOut, useServiceFlows, type ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { count } from '#lib/count.ts'
import { AllServicesMark, ProductMark } from '#parts/services/product-mark.tsx'
import { paths, settingsPath } from '#ui/paths.ts'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { isAtNavItem, useNavItems, type NavItem } from '#shell/navigation/nav-items.ts'
import './service-switcher.css'

/** Pages of one service whose section has the same meaning at another; objects open in them do not. */
function sectionOf(pathname: string, navItems: readonly NavItem[]): string {
  if (pathname === paths.allFlows) return paths.flows
  return navItems.find((item) => isAtNavItem(item, pathname))?.path ?? paths.home
}

/** Loads the page with another service: a page keeps its own, so that data of two services never mix. */
function useSwitch(): (service: Connection) => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { used } = useConnections()
  const navItems = useNavItems()
  return (service) => {
    if (service.id === used.id) return void navigate(sectionOf(pathname, navItems))
    chooseConnection(service.id)
    window.location.assign(sectionOf(pathname, navItems))
  }
}

/** Whether a service answers. */
function ServiceState({ view: { error, isLoading } }: { view: ServiceFlowsView }) {
  if (isLoading && error === null) return <LoaderCircle className="xs text-text-3" aria-label="Loading" />
  if (error === null) return <Check className="xs text-ok" aria-label="Responds" />
  const [Icon, word] = isSignedOut(error) ? [KeyRound, 'Sign in'] : [CloudOff, 'No answer']
  return (
    <span className="status warn text-xs">
      <Icon className="xs" />
      {word}
    </span>
  )
}

const Line = ({
  name,
  facts,
  state,
  isCurrent,
}: {
  name: string
  facts: string
  state?: ReactNode
  isCurrent: boolean
}) => (
  <span className="grid min-w-0" data-current={isCurrent ? '' : undefined}>
    <bdi className="cut font-medium">{name}</bdi>
    <span className="flex min-h-4 items-center justify-between gap-2 text-xs text-text-3">
      {facts}
      {state}
    </span>
  </span>
)

/** "229 flows"; the number is that of the loaded ones, so it is left out until all are. */
const flowCount = ({ flows }: ServiceFlowsView): string => {
  if (flows === null) return ''
  return count(flows.total ?? flows.rows.length, 'flow')
}

/** All services, each with its number of flows and whether it answers. The lists are read when this is first shown. */
function ServiceItems() {
  const { all, used } = useConnections()
  const navigate = useNavigate()
  const isAll = useLocation().pathname === paths.allFlows
  const views = useServiceFlows(all)
  const select = useSwitch()
  const total = views.reduce((sum, { flows }) => sum + (flows?.total ?? flows?.rows.length ?? 0), 0)
  return (
    <>
      <MenuItem icon={<AllServicesMark size="lg" />} onSelect={() => void navigate(paths.allFlows)}>
        <Line name="All services" facts={total === 0 ? '' : count(total, 'flow')} isCurrent={isAll} />
      </MenuItem>
      {views.map((view) => (
        <MenuItem
          key={view.service.id}
          icon={<ProductMark product={productOf(view)} name={view.service.name} size="lg" />}
          onSelect={() => select(view.service)}
        >
          <Line
            name={view.service.name}
            facts={flowCount(view)}
            state={<ServiceState view={view} />}
            isCurrent={!isAll && view.service.id === used.id}
          />
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<Plus />} onSelect={() => void navigate(settingsPath('connection'))}>
        Add a service
      </MenuItem>
    </>
  )
}

const productOf = ({ flows, service }: ServiceFlowsView): string => flows?.product || service.product || ''

function SwitcherButton({ form, ...rest }: ComponentPropsWithRef<'button'> & { form: 'column' | 'chip' }) {
  const { used } = useConnections()
  const isAll = useLocation().pathname === paths.allFlows
  const [view] = useServiceFlows([used], false)
  const name = isAll ? 'All services' : used.name
  const mark = isAll ? (
    <AllServicesMark />
  ) : (
    <ProductMark product={view === undefined ? '' : productOf(view)} name={used.name} />
  )
  const Arrow = form === 'chip' ? ChevronDown : ChevronsUpDown
  return (
    <button
      {...rest}
      type="button"
      className={form === 'chip' ? 'chip max-w-full min-w-0' : 'service-switcher'}
      aria-label={`Service: ${name}`}
    >
      {mark}
      <bdi className="cut">{name}</bdi>
      <Arrow className={form === 'chip' ? 'xs' : 's ml-auto'} />
    </button>
  )
}

/** Chooses the service of the page, or the list of all. `column` = in the navigation, `chip` = in a page's header. */
export const ServiceSwitcher = ({ form = 'column' }: { form?: 'column' | 'chip' }) => (
  <Menu align="start" trigger={<SwitcherButton form={form} />}>
    <div className="service-items">
      <ServiceItems />
    </div>
  </Menu>
)
