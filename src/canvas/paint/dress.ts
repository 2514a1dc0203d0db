/** What stands out in a drawing for now: the chosen node, a path, what was not found. Pure. */

/** How a node went in the run that is laid over the flow: the colour of its edge (`edgeOf`), or that there is none. */
export const tones = ['none', 'ok-line', 'accent', 'warn', 'bad-solid', 'control', 'unreached'] as const
export type DressTone = (typeof tones)[number]

/** One byte a node and an edge, by their places: bits of `wear`; `tones` holds places in the list of that name. */
export interface Dress {
  nodes: Uint8Array
  tones: Uint8Array
  edges: Uint8Array
}

/** Bits of a dress. */
export const wear = { chosen: 1, near: 2, dim: 4 } as const

export const bare = (nodes: number, edges: number): Dress => ({
  nodes: new Uint8Array(nodes),
  tones: new Uint8Array(nodes),
  edges: new Uint8Array(edges),
})

export const wears = (byte: number | undefined, what: keyof typeof wear): boolean => ((byte ?? 0) & wear[what]) !== 0
