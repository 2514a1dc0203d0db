/**
 * Of React Flow the console has the window that is moved and zoomed, and the cards in it (src/canvas/flow-canvas.tsx). Edges
 * are painted; nothing is dragged, connected, selected or found by the package, and it tells nobody anything.
 */
import { cutFunction, cutProperty, namesOfComponents, pureCalls } from './cuts.mjs'

/** @typedef {import('./cuts.mjs').Cut} Cut */

/** @type {readonly Cut[]} */
export const cutsOfFlow = [
  namesOfComponents,
  pureCalls(String.raw`memo|forwardRef|fixedForwardRef|create\w+Edge`),
  cutFunction('useDrag', 'return false;'),
  cutFunction('useMoveSelectedNodes', 'return () => undefined;'),
  cutFunction('NodesSelection', 'return null;'),
  cutFunction('EdgeRendererComponent', 'return jsx("div", { className: "react-flow__edges" });'),
  cutFunction('ConnectionLineWrapper', 'return null;'),
  cutFunction('SelectionListener', 'return null;'),
  cutFunction('UserSelection', 'return null;'),
  cutFunction('A11yDescriptions', 'return null;'),
  cutFunction('useGlobalKeyHandler', ''),
  cutFunction('BatchProvider', 'return children;'),
  { what: 'nodes of its own', is: /(?<=\nconst builtinNodeTypes = )\{[^}]*\}/, by: '{}' },
  {
    what: 'nodes that are dragged, selected, connected or in the tab order',
    is: /(const is(?:Draggable|Selectable|Connectable|Focusable) = )!!\([^\n]*;/g,
    by: '$1false;',
  },
  {
    what: 'area that is selected',
    is: /(?<=const isSelectionEnabled = )elementsSelectable && [^\n]*(?=;\n)/,
    by: 'false',
  },
  {
    what: 'helpers for nodes and edges',
    is: /(?<=const batchContext = )useBatchContext\(\);([^]*?const generalHelper = )useMemo\([^]*?\n {4}\}, \[\]\)(?=;\n)/,
    by: 'null;$1{}',
  },
  { what: 'first fit', is: /(?<=\n {4}if \()fitView && width && height(?=\) \{)/, by: 'false' },
  { what: 'fit', is: /(?<=async function resolveFitView\(\) \{)[^]*?(?=\n {4}\}\n)/, by: '' },
  cutProperty('fitBounds', 12),
  ...[
    'updateNodePositions',
    'triggerNodeChanges',
    'triggerEdgeChanges',
    'addSelectedNodes',
    'addSelectedEdges',
    'unselectNodesAndEdges',
  ].map((name) => cutProperty(name, 8)),
  { what: 'selection', is: /(?<=resetSelectedElements: \(\) => \{)[^]*?(?=\n {8}\},)/, by: '' },
]

/** @type {readonly Cut[]} */
export const cutsOfFlowSystem = [
  {
    what: 'words of errors',
    is: /(?<=\nconst errorMessages = )\{[^]*?\n\}(?=;)/,
    by: 'new Proxy({}, { get: (_, name) => () => `React Flow: ${String(name)}` })',
  },
  {
    what: 'words of labels',
    is: /(?<=\nconst defaultAriaLabelConfig = )\{[^]*?\n\}(?=;)/,
    by: '{}',
  },
  cutFunction('handleExpandParent', 'return [];'),
  cutFunction('updateChildNode', ''),
  cutFunction('updateConnectionLookup', ''),
  {
    what: 'windows that move in a straight line',
    is: /options\?\.interpolate === 'linear' \? interpolate : interpolateZoom/g,
    by: 'interpolateZoom',
  },
]

/** Helpers of `useReactFlow`, and properties of the window, that would not be there in the console's build. */
export const goneHelper =
  /\b(?:[gs]et(?:Nodes|Edges)|get(?:Node|Edge|InternalNode|NodesBounds|IntersectingNodes|NodeConnections|HandleConnections)|isNodeIntersecting|(?:add|update)(?:Nodes?|Edges?)(?:Data)?|deleteElements|fitView|fitBounds|toObject)\b/
