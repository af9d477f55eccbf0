/** Makes pictures of our own out of what users send. */
export interface Pictures {
  /**
   * The first frame as a square WebP of 512 pixels, upright, with nothing of what the file said beside it (place, camera,
   * comments). Null for everything that is no JPEG, PNG, WebP or GIF of at most 24 megapixels, whatever it claims to be.
   */
  portrait(bytes: Uint8Array): Promise<Uint8Array | null>
}
