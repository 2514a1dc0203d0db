/** The items of a container, in numbers of their own. */
export interface Items {
  width: Float64Array
  height: Float64Array
  from: Int32Array
  to: Int32Array
  /** From the top of an item. */
  fromPort: Float64Array
  toPort: Float64Array
  /** For a note the item that it describes, for a part the item whose part it is; else -1. */
  describes: Int32Array
  belongs: Int32Array
}

export interface ItemPlaces {
  x: Float64Array
  y: Float64Array
  width: number
  height: number
}
