const marks = [
  [0x50, 0x4b, 0x03, 0x04],
  // An empty ZIP.
  [0x50, 0x4b, 0x05, 0x06],
]

/** Detected by its first bytes, whatever its name. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return marks.some((mark) => mark.every((byte, index) => start[index] === byte))
}
