/** The console: React and Tailwind, built into dist/web for a page that allows no inline script or style. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  framePreloadPlugin,
  isFrameFile,
  isOneOf,
  pageFilesPlugin,
  sharedChunks,
  workerChunks,
} from './scripts/vite/chunks.mjs'
import { changelogPlugin } from './scripts/vite/changelog.mjs'
import { compressPlugin } from './scripts/vite/compress.mjs'
import { iconsPlugin } from './scripts/vite/icons.mjs'
import { jsonSchemasPlugin } from './scripts/vite/json-schemas.mjs'
import { licencesPlugin } from './scripts/vite/licences.mjs'
import { summariesPlugin } from './scripts/vite/summaries.mjs'
import about from './package.json' with { type: 'json' }

const isFirst = isOneOf([
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

const isAhead = isOneOf([
  'flow/visual-kind/kind-hues.ts',
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
    changelogPlugin(import.meta.dirname),
    summariesPlugin(),
    iconsPlugin(),
    jsonSchemasPlugin(),
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
      // Files that index.html loads are there before any import needs them.
      resolveDependencies: (_, files) => files.filter((file) => !isFrameFile(file)),
    },
    rolldownOptions: {
      // React Flow is one module: without these, its components that the console does not use are part of it.
      treeshake: { manualPureFunctions: ['memo', 'fixedForwardRef', 'createContext'] },
      output: {
        codeSplitting: {
          // Modules that many chunks share go into one file: each small file costs a request and some 100 bytes.
          groups: [
            // Modules that the first script needs, without those that are loaded later.
            { name: 'first', test: (id) => isFirst(id) || id.includes('preload-helper') },
            // Modules that open a flow early and show its picture, without waiting for the framework.
            { name: 'ahead', test: isAhead },
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(query-core|react-query)|zod)\//,
            },
            // The code editor, which is large and rarely used.
            { name: 'code', test: /node_modules\/(@codemirror|@lezer)\/|src\/ui\/code\/code-(view|theme|colours)/ },
            ...sharedChunks(),
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1000,
    // The first versions with light-dark(): its fallback for older ones does not support two themes on one page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  worker: {
    format: 'es',
    plugins: () => [iconsPlugin(), jsonSchemasPlugin()],
    // Workers use only the data of icons: the components would import React.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['createLucideIcon'] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: workerChunks() } },
    },
  },
  server: {
    host: '127.0.0.1',
    // scripts/dev.mjs starts the service and sets DEV_API to its address.
    proxy: Object.fromEntries(
      ['/api', '/webchat'].map((path) => [
        path,
        { target: process.env.DEV_API ?? 'http://127.0.0.1:4321', changeOrigin: false },
      ]),
    ),
  },
})
