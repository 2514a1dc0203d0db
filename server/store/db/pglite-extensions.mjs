/** What the embedded database can do beyond itself. Whoever opens its folder gives all of them: indexes are made with them. */
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

export const extensions = { pg_trgm }
