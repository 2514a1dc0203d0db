import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

/**
 * Button that opens the filters on phones, where they do not fit in the bar.
 * @param what label that lists the filters: "Type, status"
 * @param set number of filters that are set
 */
export const PhoneFilters = ({ what, set, children }: { what: string; set: number; children: ReactNode }) => (
  <span className="sm:hidden">
    <Menu
      trigger={
        <Button
          icon={<ListFilter />}
          className={set > 0 ? 'is-filtered' : ''}
          aria-label={set > 0 ? `${what}: ${set} set` : what}
        >
          {set > 0 && set}
        </Button>
      }
    >
      {children}
    </Menu>
  </span>
)
