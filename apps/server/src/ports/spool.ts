/** What has arrived from outside, on the disk of this machine until it is stored. */
export interface Spooled {
  /** SHA-256. */
  hash: string
  stream(): AsyncIterable<Uint8Array>
  remove(): Promise<void>
}

/** Takes long bodies as they come, none of them whole into memory. */
export interface Spool {
  take(arriving: AsyncIterable<Uint8Array>): Promise<Spooled>
  /** Removes what processes that died left, and nobody writes to any more. */
  sweep(before: Date): Promise<void>
}
