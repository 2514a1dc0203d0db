/** How a package's text is cut. */

/**
 * A part of a package's text, and what takes its place.
 * @typedef {{ what: string; is: RegExp; by: string }} Cut
 */

/**
 * A function of a module keeps its name and its parameters, and does what is written here instead.
 * @type {(name: string, does: string) => Cut}
 */
export const cutFunction = (name, does) => ({
  what: `function ${name}`,
  is: new RegExp(`(?<=\\n)(function ${name}\\([^]*?\\) \\{\\n)[^]*?\\n\\}(?=\\n)`),
  by: `$1  ${does}\n}`,
})

/**
 * A property of an object goes, with the function that is its value; `indent` = spaces before its name.
 * @type {(name: string, indent: number) => Cut}
 */
export const cutProperty = (name, indent) => ({
  what: `property ${name}`,
  is: new RegExp(`\\n {${indent}}${name}: [^\\n]*=> \\{\\n[^]*?\\n {${indent}}\\},(?=\\n)`),
  by: '',
})

/**
 * What is made by these calls is left out where nothing uses it: a bundler cannot know that they do nothing else.
 * @type {(calls: string) => Cut}
 */
export const pureCalls = (calls) => ({
  what: `calls of ${calls}`,
  is: new RegExp(`(?<=(?: = |\\())((?:React\\d*\\.)?(?:${calls})\\()`, 'g'),
  by: '/*#__PURE__*/ $1',
})

/**
 * Names for tools of developers, which keep what nothing else uses.
 * @type {Cut}
 */
export const namesOfComponents = { what: 'names of components', is: /(?<=\n)\w+\.displayName = [^\n]*;\n/g, by: '' }
