export interface StoredObject {
  /** Whole length in bytes, whatever range was asked. */
  size: number
  stream: ReadableStream<Uint8Array>
}

/** First and last byte, both included, of a range that lies inside the object. */
export interface ByteRange {
  first: number
  last: number
}

/** Files by name. A name is written once and never changed (names carry the hash of what they hold), so readers may cache for ever. */
export interface Storage {
  /** Writes all of it or nothing; a name that exists already stays as it is. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such object. */
  get(name: string): Promise<Uint8Array | null>
  size(name: string): Promise<number | null>
  open(name: string, range?: ByteRange): Promise<StoredObject | null>
  delete(name: string): Promise<void>
  /** Removes what writers that died left half-written before that instant. */
  sweep(before: Date): Promise<void>
}
