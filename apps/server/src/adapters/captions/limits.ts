/** Most bytes of one caption file, after decompression. */
export const MAX_CAPTION_BYTES = 5 * 1024 * 1024
