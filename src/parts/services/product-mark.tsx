import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '#ui/feedback/logo.tsx'
import './services.css'

/** Two or three letters of each product, in place of its logo. */
const marks: Readonly<Record<string, string>> = {
  n8n: 'n8n',
  'node-red': 'NR',
  flowise: 'Fl',
  langflow: 'Lf',
  kestra: 'Ke',
  activepieces: 'AP',
  windmill: 'Wm',
}

/** The first two letters of a service whose product is not known. */
const initialsOf = (name: string): string => [...name.trim()].slice(0, 2).join('')

const Frame = ({ size, className = '', children }: { size: MarkSize; className?: string; children: ReactNode }) => (
  <span className={`product-mark ${size} ${className}`} aria-hidden="true">
    {children}
  </span>
)

type MarkSize = 'sm' | 'lg'

/** The mark of a service: its product. The name of the service is beside it. */
export function ProductMark({ product, name, size = 'sm' }: { product: string; name: string; size?: MarkSize }) {
  if (product === 'flow-console')
    return (
      <Frame size={size}>
        <Logo size={size === 'sm' ? 14 : 17} />
      </Frame>
    )
  return <Frame size={size}>{marks[product] ?? initialsOf(name)}</Frame>
}

/** The mark of all services together. */
export const AllServicesMark = ({ size = 'sm' }: { size?: MarkSize }) => (
  <Frame size={size} className="all">
    <Layers className={size === 'sm' ? 'xs' : 's'} />
  </Frame>
)
