/** Leaves out of the console what its packages bring and it never runs. Measured with `npm run bench -- bundle`. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cutsOfDrag, cutsOfMade, cutsOfSelection, cutsOfTransition } from './slim/d3.mjs'
import { cutsOfFlow, cutsOfFlowSystem, goneHelper } from './slim/flow.mjs'
import { cutsOfRouter } from './slim/router.mjs'
import { asksZodForCut, cutsOfZod, cutsOfZodErrors } from './slim/zod.mjs'

/** Schemas can write themselves down as JSON Schema. The service does that for its document; the console never does. */
const jsonSchemaOfZod = /^\.\.\/core\/(?:to-json-schema|json-schema-processors)\.js$/
const schemasOfZod = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js(?:\?|$)/
const stubId = '\0no-json-schema'
const stub = `
const refuse = () => { throw new Error('The console makes no JSON Schema.') }
export const createToJSONSchemaMethod = () => refuse
export const createStandardJSONSchemaMethod = () => refuse
`

const cutsOf = [
  { package: 'zod', file: schemasOfZod, cuts: cutsOfZod },
  { package: 'zod', file: /[\\/]zod[\\/]v4[\\/]classic[\\/]errors\.js(?:\?|$)/, cuts: cutsOfZodErrors },
  {
    package: '@xyflow/react',
    file: /[\\/]@xyflow[\\/]react[\\/]dist[\\/]esm[\\/]index\.m?js(?:\?|$)/,
    cuts: cutsOfFlow,
  },
  {
    package: '@xyflow/system',
    file: /[\\/]@xyflow[\\/]system[\\/]dist[\\/]esm[\\/]index\.m?js(?:\?|$)/,
    cuts: cutsOfFlowSystem,
  },
  { package: 'd3-selection', file: /[\\/]d3-selection\.mjs(?:\?|$)/, cuts: cutsOfSelection },
  { package: 'd3-drag', file: /[\\/]d3-drag\.mjs(?:\?|$)/, cuts: cutsOfDrag },
  { package: 'd3-transition', file: /[\\/]d3-transition\.mjs(?:\?|$)/, cuts: cutsOfTransition },
  { package: 'd3-ease', file: /[\\/]d3-ease\.mjs(?:\?|$)/, cuts: cutsOfMade },
  { package: 'd3-interpolate', file: /[\\/]d3-interpolate\.mjs(?:\?|$)/, cuts: cutsOfMade },
  {
    package: 'react-router',
    file: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs(?:\?|$)/,
    has: /\nfunction useNavigateUnstable\(/,
    cuts: cutsOfRouter,
  },
]

/**
 * What of our own code asks for something that is left out; null = nothing.
 * @type {(code: string) => string | null}
 */
function asksForCut(code) {
  const ofZod = asksZodForCut(code)
  if (ofZod !== null) return ofZod
  if (code.includes('@xyflow/react') && goneHelper.test(code)) return 'asks React Flow for nodes, edges or a fit'
  return null
}

/** The package names its development build whatever is asked; the other one lies beside it. */
const routerOfProduction = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production/index.mjs',
)

/** @returns {import('vite').Plugin} */
export function slimPlugin() {
  let replaced = 0
  /** @type {Set<object>} */
  const met = new Set()
  return {
    name: 'slim',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      replaced = 0
      met.clear()
    },
    resolveId(source, importer) {
      if (source === 'react-router') return routerOfProduction
      if (!jsonSchemaOfZod.test(source) || importer === undefined || !schemasOfZod.test(importer)) return null
      replaced += 1
      return stubId
    },
    load: (id) => (id === stubId ? stub : null),
    transform(code, id) {
      const asks = id.includes('node_modules') ? null : asksForCut(code)
      if (asks !== null) this.error(`${id} ${asks} (scripts/slim.mjs).`)
      const found = cutsOf.find(({ file, has }) => file.test(id) && has?.test(code) !== false)
      if (found === undefined) return null
      met.add(found)
      let slim = code
      for (const { what, is, by } of found.cuts) {
        const cut = slim.replace(is, by)
        if (cut === slim) this.error(`${found.package} no longer has its ${what} as scripts/slim expects.`)
        slim = cut
      }
      return { code: slim, map: null }
    },
    buildEnd(error) {
      if (error !== undefined) return
      // A new version of a package may lie otherwise: better no build than one that is heavier unseen.
      if (replaced < 2) this.error('zod no longer imports its JSON Schema as scripts/slim.mjs expects.')
      const lost = cutsOf.find((one) => !met.has(one))
      if (lost !== undefined) this.error(`${lost.package} no longer has the file that scripts/slim.mjs expects.`)
    },
  }
}
