import { Link } from 'react-router'
import { useExtension, useProduct } from '#api/query/me.ts'
import { paths } from '#ui/paths.ts'

/** How the figures of the page are counted, and why they may differ from those of the statement. */
export function CountingNote() {
  const hasTrials = useExtension('tool_try')
  const hasStatement = useExtension('ledger')
  const product = useProduct()?.title
  return (
    <p className="border-b border-line px-5 py-2 text-xs text-text-2 max-lg:px-4">
      A period is compared with as many days before it; one that includes today, up to the same time of day. Runs are
      dated by their start
      {hasStatement && (
        <>
          ; the{' '}
          <Link className="link" to={paths.statement}>
            statement
          </Link>{' '}
          by booking date
        </>
      )}
      .
      {product !== undefined &&
        ` Costs are the tokens that ${product} recorded, times the prices of this console (PRICES_FILE). A cost is not known without tokens, or without a price for the model.`}
      {hasTrials && ' Tool tests reduce the balance, but are not runs.'}
    </p>
  )
}
