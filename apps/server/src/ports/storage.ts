export interface StoredObject {
  /** Length of the complete object in bytes, even if a range was requested. */
  size: number
  stream: ReadableStream<Uint8Array>
}

/** First and last byte of a range within the object, both inclusive. */
export interface ByteRange {
  first: number
  last: number
}

/** How an object is delivered to someone who opens its link. */
export interface LinkOptions {
  contentType: string
  /** Downloads the object under this name instead of displaying it. */
  fileName?: string
  lifeMs: number
}

export interface ListedObject {
  name: string
  modifiedAt: Date
}

/** Stores files by name. A file is written once and never changed (names contain a hash of the content), so it can be cached forever. */
export interface Storage {
  /** Writes atomically, streams in bounded memory. Does nothing if the name already exists. */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Null if there is no such object. */
  get(name: string): Promise<Uint8Array | null>
  size(name: string): Promise<number | null>
  open(name: string, range?: ByteRange): Promise<StoredObject | null>
  delete(name: string): Promise<void>
  /**
   * The next objects whose names start with `prefix` and follow the name `after` ('' for the first page), in byte order. An
   * empty page is the end.
   */
  list(prefix: string, after: string): Promise<ListedObject[]>
  /** Deletes half-written files of crashed processes from before the given time. */
  sweep(before: Date): Promise<void>
  /** URL where a browser can PUT one file of exactly this content type for `lifeMs`; null if uploads must go through us. */
  uploadTarget(name: string, upload: { contentType: string; lifeMs: number }): Promise<string | null>
  /** URL where anyone who has it can read the object for `lifeMs`; null if we must serve it. */
  link(name: string, form: LinkOptions): Promise<string | null>
}
