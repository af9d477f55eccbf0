export interface FetchedImage {
  bytes: Uint8Array
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'
}

/**
 * Fetches an outside image through the guarded connector: https, allow-listed hosts, public addresses, 3 s, 2 MiB,
 * raster by its first bytes. Refusals of every kind look alike to the caller (null), so that nothing is learnt by probing.
 */
export interface Images {
  fetch(url: string, options?: { signal?: AbortSignal }): Promise<FetchedImage | null>
}
