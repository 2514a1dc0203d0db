/** Name of a picture's file, after that of the flow's: "Orders.flow.json" is "Orders.png". Pure. */
export const pictureName = (flowFile: string, format: 'png' | 'svg'): string =>
  `${flowFile.replace(/(?:\.flow)?\.json$/, '')}.${format}`
