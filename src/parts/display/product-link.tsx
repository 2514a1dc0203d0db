import { ExternalLink } from 'lucide-react'
import { useProduct } from '#api/query/me.ts'
import type { ProductLinks } from '#contract/product.ts'
import { MenuLink } from '#ui/overlays/menu.tsx'

/** Ids of the objects that a page of the product shows. */
type ProductIds = Partial<Record<keyof ProductLinks, string>>

/** The URL of a template such as `https://n8n.example/workflow/{flow}`; null without one, or if an id is unknown. */
export function productUrl(template: string | null | undefined, ids: ProductIds): string | null {
  if (template == null || !/^https?:\/\//i.test(template)) return null
  let isKnown = true
  const url = template.replaceAll(/\{(flow|node|run)\}/g, (_, name: keyof ProductLinks) => {
    const id = ids[name] ?? ''
    isKnown &&= id !== ''
    return encodeURIComponent(id).replaceAll('~', '/')
  })
  return isKnown ? url : null
}

/** The page of an object in the product behind the connector, with its label; null if there is none. */
function useProductPage(page: keyof ProductLinks, ids: ProductIds): { label: string; href: string } | null {
  const product = useProduct()
  const href = productUrl(product?.links[page], ids)
  return product === null || href === null ? null : { label: `Open in ${product.title}`, href }
}

/** The same as an item of a menu. */
export function ProductMenuLink({ page, ...ids }: ProductIds & { page: keyof ProductLinks }) {
  const found = useProductPage(page, ids)
  return (
    found && (
      <MenuLink icon={<ExternalLink />} href={found.href}>
        {found.label}
      </MenuLink>
    )
  )
}

/** "Open in n8n", in a new tab; nothing if the product has no such page. */
export function ProductLink({
  page,
  className = 'link',
  ...ids
}: ProductIds & { page: keyof ProductLinks; className?: string }) {
  const found = useProductPage(page, ids)
  return (
    found && (
      <a className={`${className} inline-flex items-center gap-1.5`} href={found.href} target="_blank" rel="noreferrer">
        <ExternalLink className="s" />
        {found.label}
      </a>
    )
  )
}
