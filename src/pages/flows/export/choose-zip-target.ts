/** Where a large ZIP goes: to a file that one chooses, so that the browser holds nothing of it, where it can do that. */

declare global {
  interface Window {
    /** Not in TypeScript's library; Chromium has it (https://wicg.github.io/file-system-access/). */
    showSaveFilePicker?: (options: {
      id: string
      suggestedName: string
      types: { description: string; accept: Record<string, string[]> }[]
    }) => Promise<FileSystemFileHandle>
  }
}

/** Fewer flows are a download as any other; a dialog would only be in the way. */
const manyFlows = 100

/** A file on the disk; null = the browser's downloads; "no" = one thought better of it. Has to be asked right after a press. */
export async function chooseZipTarget(flows: number): Promise<FileSystemFileHandle | 'no' | null> {
  if (flows <= manyFlows || window.showSaveFilePicker === undefined) return null
  try {
    return await window.showSaveFilePicker({
      id: 'flows',
      suggestedName: `flows-${new Date().toISOString().slice(0, 10)}.zip`,
      types: [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }],
    })
  } catch (problem) {
    // A policy may forbid it, or the press is too long ago: the downloads are always there.
    return problem instanceof DOMException && problem.name === 'AbortError' ? 'no' : null
  }
}
