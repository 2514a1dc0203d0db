/**
 * Bundles the service into dist/server, so that main thread and workers need no TypeScript loader on any supported
 * Node. Packages are not bundled. All files are directly in one folder, so that relative URLs
 * (`new URL('./pglite-worker.mjs', import.meta.url)`, `./migrations/`) work in dist/server as in the sources.
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

/** Files that are read at run time (migrations, assets of the web chat) must be beside the code that reads them. */
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
