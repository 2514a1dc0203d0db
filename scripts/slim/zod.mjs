/** What the console never asks zod for. */

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
  { what: 'JSON Schema of each kind', is: /\n\s*inst\._zod\.processJSONSchema = [^\n]*;(?=\n)/g, by: '' },
]
