/** D3 moves the window of the canvas: one element, listened to and moved by numbers. */

/** @typedef {import('./cuts.mjs').Cut} Cut */

/** @type {readonly Cut[]} */
export const cutsOfSelection = [
  {
    what: 'methods of selections',
    is: /(?<=\nSelection\.prototype = selection\.prototype = \{\n)[^]*?\n(?=\};)/,
    by: `  constructor: Selection,
  filter: selection_filter,
  selection: selection_selection,
  call: selection_call,
  node: selection_node,
  each: selection_each,
  style: selection_style,
  property: selection_property,
  datum: selection_datum,
  on: selection_on
`,
  },
  { what: 'elements that are made', is: /\nEnterNode\.prototype = \{[^]*?\n\};/, by: '' },
  { what: 'values of elements', is: /\nLocal\.prototype = [^]*?\n\};/, by: '' },
]

/** @type {readonly Cut[]} */
export const cutsOfDrag = [{ what: 'drags', is: /\nDragEvent\.prototype\.on = [^]*?\n\};/, by: '' }]

/** @type {readonly Cut[]} */
export const cutsOfTransition = [
  {
    what: 'methods of transitions',
    is: /(?<=\nTransition\.prototype = transition\.prototype = \{\n)[^]*?\n(?=\};)/,
    by: `  constructor: Transition,
  selection: transition_selection,
  call: selection_prototype.call,
  node: selection_prototype.node,
  each: selection_prototype.each,
  on: transition_on,
  tween: transition_tween,
  duration: transition_duration,
  ease: transition_ease
`,
  },
]

/**
 * Functions that are made by functions, of which one or two are used.
 * @type {readonly Cut[]}
 */
export const cutsOfMade = [
  {
    what: 'functions that it makes',
    is: /(?<=\nvar \w+ = )(?=\(function |(?:hsl|hcl|cubehelix|rgbSpline|interpolateTransform)\()/g,
    by: '/*#__PURE__*/ ',
  },
]
