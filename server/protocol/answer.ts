/** A response before it is converted to a Response. */
export interface Answer {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
  headers: Record<string, string>
  cookies?: string[]
}
