import { useQuery } from '@tanstack/react-query'
import { CircleCheck, KeyRound } from 'lucide-react'
import type { FileFlow } from '#files/file-result.ts'
import { count } from '#lib/count.ts'
import type { Json } from '#lib/json/json.ts'
import { stepCount } from '#pages/import/rows/row-words.ts'
import { credentialNames } from './credential-names.ts'
import { ReviewItem } from './review-item.tsx'

/** Maximum bytes of a template that is searched for credentials in the page; larger ones would block it. */
const maxSearched = 4_000_000
/** Maximum names of credentials that are listed. */
const maxNames = 8

/** The names of the credentials in a flow; none while they are read. */
function useCredentialNames(row: string, { template }: FileFlow): readonly string[] {
  const { data } = useQuery({
    queryKey: ['import credentials', row],
    queryFn: async () => {
      const json: Json = JSON.parse(await template.text())
      return credentialNames(json)
    },
    enabled: template.size <= maxSearched,
    staleTime: Infinity,
    networkMode: 'always',
  })
  return data ?? []
}

/** Items of the review in front of a product: what goes to it, with the credentials and secrets in the file. */
export function ProductItems({ row, flow, product }: { row: string; flow: FileFlow; product: string }) {
  const { counts, secrets, renamedSecrets } = flow.review
  const names = useCredentialNames(row, flow)
  const secretCount = secrets.count + renamedSecrets
  const facts = [
    stepCount(flow.review),
    ...(counts.disabled > 0 ? [count(counts.disabled, 'disabled step')] : []),
    ...(counts.notes > 0 ? [count(counts.notes, 'note')] : []),
  ]
  const more = names.length - maxNames
  return (
    <>
      <ReviewItem icon={CircleCheck} tone="ok" title={`Goes to ${product} unchanged`}>
        <p className="text-text-2">{facts.join(', ')}.</p>
        {names.length > 0 && (
          <p className="text-text-2">
            {names.length === 1 ? 'It refers to the credential ' : 'It refers to the credentials '}
            {names.slice(0, maxNames).map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}“<bdi>{name}</bdi>”
              </span>
            ))}
            {more > 0 && ` and ${more.toLocaleString()} more`}. Choose others in {product} if it does not have{' '}
            {names.length === 1 ? 'it' : 'them'}.
          </p>
        )}
      </ReviewItem>
      {secretCount > 0 && (
        <ReviewItem
          icon={KeyRound}
          tone="warn"
          title={`${count(secretCount, 'secret in the file goes', 'secrets in the file go')} along`}
        >
          <p className="text-text-2">
            {product} gets the file as it is, with {secretCount === 1 ? 'this value' : 'these values'}. The console does
            not store or show {secretCount === 1 ? 'it' : 'them'}.
          </p>
        </ReviewItem>
      )}
    </>
  )
}
