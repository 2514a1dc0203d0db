/** Leaves out of the console what its packages bring and it never runs. Measured with `npm run bench -- bundle`. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Schemas can write themselves down as JSON Schema. The service does that for its document; the console never does. */
const jsonSchemaOfZod = /^\.\.\/core\/(?:to-json-schema|json-schema-processors)\.js$/
const schemasOfZod = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js(?:\?|$)/
const stubId = '\0no-json-schema'
const stub = `
const refuse = () => { throw new Error('The console makes no JSON Schema.') }
export const createToJSONSchemaMethod = () => refuse
export const createStandardJSONSchemaMethod = () => refuse
`

/** The package names its development build whatever is asked; the other one lies beside it. */
const routerOfProduction = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production/index.mjs',
)

/** The canvas moves numbers; a change from colour to colour by script is nowhere, and takes 10 kB to read colours. */
const coloursId = '\0no-colours'
const noColours = `
export function color() {
  return null
}
const refuse = () => { throw new Error('The console has no colours to change by script.') }
export const rgb = refuse
export const hsl = refuse
export const lab = refuse
export const hcl = refuse
export const cubehelix = refuse
`

/** @returns {import('vite').Plugin} */
export function slimPlugin() {
  let replaced = 0
  return {
    name: 'slim',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => void (replaced = 0),
    resolveId(source, importer) {
      if (source === 'react-router') return routerOfProduction
      if (source === 'd3-color') return coloursId
      if (!jsonSchemaOfZod.test(source) || importer === undefined || !schemasOfZod.test(importer)) return null
      replaced += 1
      return stubId
    },
    load: (id) => (id === stubId ? stub : id === coloursId ? noColours : null),
    buildEnd(error) {
      // A new version of the package may lie otherwise: better no build than one that is 6 kB heavier unseen.
      if (error === undefined && replaced < 2)
        this.error('zod no longer imports its JSON Schema as scripts/slim.mjs expects.')
    },
  }
}
