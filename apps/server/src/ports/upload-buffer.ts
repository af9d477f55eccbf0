/** A received body, buffered on local disk until it is stored. */
export interface BufferedUpload {
  /** SHA-256. */
  hash: string
  stream(): AsyncIterable<Uint8Array>
  remove(): Promise<void>
}

/** Buffers large bodies on disk while they arrive, without holding them in memory. */
export interface UploadBuffer {
  write(arriving: AsyncIterable<Uint8Array>): Promise<BufferedUpload>
  /** Deletes files from before the given time, left behind by crashed processes. */
  sweep(before: Date): Promise<void>
}
