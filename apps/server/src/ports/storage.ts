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

/** How whoever opens the link of an object gets it. */
export interface LinkForm {
  contentType: string
  /** Saved under this name rather than shown. */
  fileName?: string
  lifeMs: number
}

export interface ListedObject {
  name: string
  modifiedAt: Date
}

/** Files by name. A name is written once and never changed (names carry the hash of what they hold), so readers may cache for ever. */
export interface Storage {
  /** Writes all of it or nothing, a stream of any length in bounded memory; a name that exists already stays as it is. */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Null when there is no such object. */
  get(name: string): Promise<Uint8Array | null>
  size(name: string): Promise<number | null>
  open(name: string, range?: ByteRange): Promise<StoredObject | null>
  delete(name: string): Promise<void>
  /**
   * The next objects whose names begin with `prefix` and come after the name `after` ('' for the first page), in the order of their
   * bytes. An empty page is the end.
   */
  list(prefix: string, after: string): Promise<ListedObject[]>
  /** Removes what writers that died left half-written before that instant. */
  sweep(before: Date): Promise<void>
  /** Where a browser itself may PUT one file of exactly this content type, for so long; null where we have to take it. */
  uploadTarget(name: string, upload: { contentType: string; lifeMs: number }): Promise<string | null>
  /** Where anybody who is told may read it, for so long; null where we have to stream it. */
  link(name: string, form: LinkForm): Promise<string | null>
}
