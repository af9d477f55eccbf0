/** Re-encodes pictures that users upload. */
export interface Pictures {
  /**
   * The first frame as an upright, square WebP of 512 pixels without metadata (location, camera, comments). Null for anything
   * but a JPEG, PNG, WebP or GIF of at most 24 megapixels, detected by content.
   */
  portrait(bytes: Uint8Array): Promise<Uint8Array | null>
}
