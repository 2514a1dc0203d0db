/**
 * Extensions of the embedded database. All of them must be loaded whenever its folder is opened, because indexes use
 * them.
 */
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

export const extensions = { pg_trgm }
