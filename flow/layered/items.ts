/** The items of a container, with their own numbering. */
export interface Items {
  width: Float64Array
  height: Float64Array
  from: Int32Array
  to: Int32Array
  /** Distance from the top of the item. */
  fromPort: Float64Array
  toPort: Float64Array
  /** For a note the item that it describes, for an attached node its owner; else -1. */
  describes: Int32Array
  belongs: Int32Array
}

export interface ItemPlaces {
  x: Float64Array
  y: Float64Array
  width: number
  height: number
}
