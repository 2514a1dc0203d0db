/** `npm run migration -- --name x` writes the SQL that leads from the last migration to the current tables. */
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/store/tables/*.ts', './server/store/accounts/auth-schema.ts'],
  out: './server/store/migrations',
})
