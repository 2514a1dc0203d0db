/** Parts of the page that nobody needs at first. They load a moment after the rows, so that they are there when the service is not. */

export const loadBulk = () => import('./flows-bulk.tsx')
export const loadNewFlow = () => import('./new-flow-dialog.tsx')
export const loadRename = () => import('./rename-field.tsx')
export const loadLeavingLine = () => import('./leaving-line.tsx')
export const loadTags = () => import('#parts/tags-dialog.tsx')
export const loadWorkPanel = () => import('./work-panel.tsx')
export const loadActions = () => import('./flow-actions.ts')

/** Loads them all. What cannot be loaded now is loaded when it is needed. */
export const loadLaterParts = (): Promise<unknown> =>
  Promise.allSettled([
    loadBulk(),
    loadNewFlow(),
    loadRename(),
    loadLeavingLine(),
    loadTags(),
    loadWorkPanel(),
    loadActions(),
  ])
