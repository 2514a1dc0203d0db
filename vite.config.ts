/** The console: React and Tailwind, built into dist/web for a page that allows no inline script or style. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  framePreloadPlugin,
  isFrameFile,
  oneOf,
  pageFilesPlugin,
  sharedChunks,
  workerChunks,
} from './scripts/vite/chunks.mjs'
import { compressPlugin } from './scripts/vite/compress.mjs'
import { licencesPlugin } from './scripts/vite/licences.mjs'
import { summariesPlugin } from './scripts/vite/summaries.mjs'
import about from './package.json' with { type: 'json' }

const isFirst = oneOf([
  'contract/kernel/early-paths.ts',
  'src/page-code.ts',
  'src/api/request/early-requests.ts',
  'src/api/connection/connection.ts',
  'src/api/connection/credentials.ts',
  'src/flow-data/flows-lost.ts',
  'src/ui/paths.ts',
  'src/ui/browser/lazy-module.ts',
  'src/ui/browser/stylesheet-rules.ts',
])

const isAhead = oneOf([
  'lib/start-worker.ts',
  'src/canvas/geometry/box-geometry.ts',
  'src/canvas/pen/fonts.ts',
  'src/canvas/pen/palette.ts',
  'src/canvas/pen/read-palette.ts',
  'src/canvas/tiles/early-canvas.ts',
  'src/canvas/tiles/tile-cover.ts',
  'src/flow-data/early-flow.ts',
  'src/flow-data/flow-data.ts',
])

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    licencesPlugin(import.meta.dirname),
    summariesPlugin(),
    pageFilesPlugin(),
    framePreloadPlugin(),
    compressPlugin(),
  ],
  define: { 'import.meta.env.CONSOLE_VERSION': JSON.stringify(about.version) },
  build: {
    outDir: 'dist/web',
    sourcemap: true,
    // An inlined file is a data: address, which the Content-Security-Policy of the service refuses.
    assetsInlineLimit: 0,
    modulePreload: {
      // The polyfill is an extra script for browsers that we do not support.
      polyfill: false,
      // What the page itself names is there before anything is imported.
      resolveDependencies: (_, files) => files.filter((file) => !isFrameFile(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What many chunks share comes as one file: each small file costs a request and some 100 bytes of its own.
          groups: [
            // What the first script needs, apart from all that comes after it.
            { name: 'first', test: (id) => isFirst(id) || id.includes('preload-helper') },
            // What opens a flow ahead and shows it: it waits for no framework either.
            { name: 'ahead', test: isAhead },
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(query-core|react-query)|zod)\//,
            },
            // The code editor: large, and for the few who write code.
            { name: 'code', test: /node_modules\/(@codemirror|@lezer)\/|src\/ui\/code\/code-(view|theme|colours)/ },
            ...sharedChunks(),
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1000,
    // The first that know light-dark(): written out for older ones, a part of the page could not have the other theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  worker: {
    format: 'es',
    // Of an icon a worker has the data: its component brings React.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['createLucideIcon'] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: workerChunks() } },
    },
  },
  server: {
    host: '127.0.0.1',
    // scripts/dev.mjs starts the service and names its address here.
    proxy: Object.fromEntries(
      ['/api', '/webchat'].map((path) => [
        path,
        { target: process.env.DEV_API ?? 'http://127.0.0.1:4321', changeOrigin: false },
      ]),
    ),
  },
})
