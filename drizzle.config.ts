/** `npm run migration -- --name x` writes the SQL between the last migration and the tables as they are now. */
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/store/tables/*.ts', './server/store/accounts/auth-schema.ts'],
  out: './server/store/migrations',
})
