/**
 * The service, bundled into dist/server: no TypeScript loader at run time, and main thread and worker alike on every
 * Node that we support. Packages stay outside. All files lie flat in one folder, so that a file finds its neighbour
 * (`new URL('./pglite-worker.mjs', import.meta.url)`, `./migrations/`) in dist/server as it does in the sources.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const entries = {
  main: 'server/boot/main.ts',
  command: 'server/boot/command.ts',
  'pglite-worker': 'server/store/db/pglite-worker.mjs',
  'task-worker': 'server/tasks/task-worker.mjs',
  'sandbox-worker': 'server/engine/sandbox/sandbox-worker.mjs',
  'schema-worker': 'server/engine/sandbox/schema-worker.mjs',
}

/** What is read at run time – the SQL of the migrations, the chat of web pages – must lie beside the code that reads it. */
const folders = { migrations: 'server/store/migrations', assets: 'server/webchat/assets' }

function copyFolders(): Plugin {
  return {
    name: 'copy-folders',
    writeBundle({ dir }) {
      if (dir === undefined) return
      for (const [name, from] of Object.entries(folders)) cpSync(from, join(dir, name), { recursive: true })
    },
  }
}

export default defineConfig({
  plugins: [copyFolders()],
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', assetFileNames: '[name][extname]' },
    },
  },
})
