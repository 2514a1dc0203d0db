/** What the console never asks zod for. */

/** Methods that no schema of ours is made with; each brings a kind of schema, a check or a way of reading of its own. */
const methods = [
  'and',
  'exactOptional',
  'exactPartial',
  'nonoptional',
  'required',
  'prefault',
  'superRefine',
  'readonly',
  'parseAsync',
  'safeParseAsync',
  'spa',
  'validate',
  'validateAsync',
  'encodeAsync',
  'decodeAsync',
  'safeEncode',
  'safeDecode',
  'safeEncodeAsync',
  'safeDecodeAsync',
  'multipleOf',
  'step',
  'safeExtend',
  'omit',
  'merge',
]

/** The same of strings, whose names strings themselves have. */
const methodsOfStrings = [
  'includes',
  'startsWith',
  'endsWith',
  'lowercase',
  'uppercase',
  'normalize',
  'toLowerCase',
  'toUpperCase',
  'slugify',
]

/** @type {(name: string) => import('./cuts.mjs').Cut} */
const cutMethod = (name) => ({
  what: `method ${name}`,
  is: new RegExp(
    `\\n {4}(?:async |get |set )?${name}(?:: (?:async )?function \\w+)?\\([^\\n]*\\) \\{\\n[^]*?\\n {4}\\},(?=\\n)`,
    'g',
  ),
  by: '',
})

/** @type {readonly import('./cuts.mjs').Cut[]} */
export const cutsOfZod = [
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
  ...[...methods, ...methodsOfStrings].map(cutMethod),
  { what: 'JSON Schema of each kind', is: /\n\s*inst\._zod\.processJSONSchema = [^\n]*;(?=\n)/g, by: '' },
]

/** @type {readonly import('./cuts.mjs').Cut[]} */
export const cutsOfZodErrors = [
  // What is wrong is read from `issues`.
  { what: 'errors as trees', is: /\n {4}_lazyMethod\(proto, "(?:format|flatten)", [^\n]*(?=\n)/g, by: '' },
]

/** Would be no function in the console's build. */
const formatAsMethod = new RegExp(
  `\\bz\\s*\\.string\\(\\)(?:\\s*\\.\\w+\\([^()]*\\))*\\s*\\.(?:email|url|jwt|emoji|[gu]uid|nanoid|c?uid2?|ulid|xid|ksuid|base64(?:url)?|ipv[46]|cidrv[46]|e164|date|time|datetime|duration|${methodsOfStrings.join('|')})\\(`,
)
const gone = `(?:${[...methods, ...methodsOfStrings].join('|')}|flatten)\\(`
/** Where schemas are made, any call may be one of a schema; elsewhere their names begin with a capital letter, as no other value's. */
const goneMethod = new RegExp(`\\.(?:${methods.join('|')}|flatten)\\(`)
const goneOfNamed = new RegExp(`\\b[A-Z]\\w*\\.${gone}`)

/**
 * What a file asks of zod that is left out; null = nothing.
 * @type {(code: string) => string | null}
 */
export function asksZodForCut(code) {
  if (formatAsMethod.test(code)) return 'asks a string for its format or a change: z.email(), not z.string().email()'
  const [asked] = (code.includes("from 'zod'") ? goneMethod.exec(code) : null) ?? goneOfNamed.exec(code) ?? []
  return asked === undefined ? null : `asks a schema for ${asked}…)`
}
