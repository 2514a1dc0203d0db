/** Handler of the search in definitions. */
import { flowSearch } from '#contract/flows/flow-search.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { handler } from '#server/protocol/handler.ts'
import { searchDefinitions } from '#server/store/flows/flow-text.ts'

export const flowSearchHandler = handler(flowSearch.search, async ({ scope }, { query }) => ({
  body: await searchDefinitions(scope, query.q, query.limit ?? defaultLimit),
}))
