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

/**
 * A part of a package's text, and what takes its place.
 * @typedef {{ what: string; is: RegExp; by: string }} Cut
 */

/** @type {readonly Cut[]} */
const cutsOfZod = [
  {
    // `z.string().jwt()` and the like bring every format there is. `z.email()` brings its own alone, and is what we write.
    what: 'formats as methods of a string',
    is: /(core\.\$ZodString\.init\(inst, def\);\s*_ZodString\.init\(inst, def\);\s*\}), \{\s*email\(params\)[^]*?\n\}\);(?=\nexport function string\()/,
    by: '$1);',
  },
  {
    // The page's policy allows no code made of text, so this way of reading objects is never taken.
    what: 'compiled objects',
    is: /core\.\$ZodObjectJIT\.init\(/,
    by: 'core.$ZodObject.init(',
  },
  {
    // For values that hold themselves: what is read here was JSON, which cannot.
    what: 'memory for cycles',
    is: /(function _ensureDefaultMemoizer\(\) \{)[^]*?(?=\n\})/,
    by: '$1',
  },
]

/** @type {(name: string, does: string) => Cut} */
const cutFunction = (name, does) => ({
  what: `function ${name}`,
  is: new RegExp(`(?<=\\n)function ${name}\\([^]*?\\n\\}(?=\\n)`),
  by: `function ${name}() {\n    ${does}\n}`,
})

/**
 * The canvas paints its edges itself and its nodes are of one type of our own; nothing on it is dragged, connected or
 * selected by the package (`ours` in src/canvas/flow-canvas.tsx).
 * @type {readonly Cut[]}
 */
const cutsOfFlow = [
  cutFunction('useDrag', 'return false;'),
  cutFunction('useMoveSelectedNodes', 'return () => undefined;'),
  cutFunction('NodesSelection', 'return null;'),
  cutFunction('EdgeWrapper', 'return null;'),
  cutFunction('ConnectionLineWrapper', 'return null;'),
  {
    what: 'heads of edges',
    is: /(?<=\nconst MarkerDefinitions = )\([^]*?\n\}(?=;\n)/,
    by: '() => null',
  },
  { what: 'nodes of its own', is: /(?<=\nconst builtinNodeTypes = )\{[^}]*\}/, by: '{}' },
]

const cutsOf = [
  { package: 'zod', file: schemasOfZod, cuts: cutsOfZod },
  {
    package: '@xyflow/react',
    file: /[\\/]@xyflow[\\/]react[\\/]dist[\\/]esm[\\/]index\.m?js(?:\?|$)/,
    cuts: cutsOfFlow,
  },
]

/** Would be no function in the console's build. */
const formatAsMethod =
  /\bz\s*\.string\(\)(?:\s*\.\w+\([^()]*\))*\s*\.(?:email|url|jwt|emoji|[gu]uid|nanoid|c?uid2?|ulid|xid|ksuid|base64(?:url)?|ipv[46]|cidrv[46]|e164|date|time|datetime|duration)\(/

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
    transform(code, id) {
      if (!id.includes('node_modules') && formatAsMethod.test(code))
        this.error(`${id} asks a string for its format: z.email(), not z.string().email() (scripts/slim.mjs).`)
      const found = cutsOf.find(({ file }) => file.test(id))
      if (found === undefined) return null
      let slim = code
      for (const { what, is, by } of found.cuts) {
        const cut = slim.replace(is, by)
        if (cut === slim) this.error(`${found.package} no longer has its ${what} as scripts/slim.mjs expects.`)
        slim = cut
      }
      return { code: slim, map: null }
    },
    buildEnd(error) {
      // A new version of the package may lie otherwise: better no build than one that is 6 kB heavier unseen.
      if (error === undefined && replaced < 2)
        this.error('zod no longer imports its JSON Schema as scripts/slim.mjs expects.')
    },
  }
}
