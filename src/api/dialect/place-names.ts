/** Names under which a node has its position and size, folded. Pure. */

export const placeNames = ['position', 'pos', 'coordinates', 'coords', 'location', 'xy']
export const looseNames = [
  ['x', 'y'],
  ['posx', 'posy'],
  ['positionx', 'positiony'],
  ['left', 'top'],
] as const
/** Sizes that `sizeOf` of the file readers does not know. */
export const sizeNames = ['dimensions', 'dimension', 'bounds']
/** Objects of a node that may contain its position. */
export const drawnWithin = ['ui', 'layout', 'view', 'display', 'graphics', 'meta', 'metadata']
export const drawnNames = new Set([
  ...placeNames,
  ...looseNames.flat(),
  ...sizeNames,
  'size',
  'width',
  'height',
  'measured',
  'style',
])
