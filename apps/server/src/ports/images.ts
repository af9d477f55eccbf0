export interface FetchedImage {
  bytes: Uint8Array
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'
}

/**
 * Fetches an external image through the guarded connector: HTTPS, allowed hosts, public addresses, 3 s, 2 MiB, raster formats
 * detected by their first bytes. Returns null on every failure, so that probing reveals nothing.
 */
export interface Images {
  fetch(url: string, options?: { signal?: AbortSignal }): Promise<FetchedImage | null>
}
