/**
 * Target of a large ZIP: a file chosen by the user, if the browser supports it, so that the ZIP is not held in memory.
 */

declare global {
  interface Window {
    /** Not in TypeScript's library; supported by Chromium (https://wicg.github.io/file-system-access/). */
    showSaveFilePicker?: (options: {
      id: string
      suggestedName: string
      types: { description: string; accept: Record<string, string[]> }[]
    }) => Promise<FileSystemFileHandle>
  }
}

/** Maximum flows for a normal download; for more, a file dialog opens. */
const manyFlows = 100

/** The chosen file; null = a normal download; "no" = cancelled. Has to be called right after a click. */
export async function chooseZipTarget(flows: number): Promise<FileSystemFileHandle | 'no' | null> {
  if (flows <= manyFlows || window.showSaveFilePicker === undefined) return null
  try {
    return await window.showSaveFilePicker({
      id: 'flows',
      suggestedName: `flows-${new Date().toISOString().slice(0, 10)}.zip`,
      types: [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }],
    })
  } catch (problem) {
    // Forbidden by a policy, or the click is too long ago: falls back to a download.
    return problem instanceof DOMException && problem.name === 'AbortError' ? 'no' : null
  }
}
