import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

/**
 * On a phone, one button opens the filters that do not fit in the bar.
 * @param what the filters in it, in words: "Type, status"
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
