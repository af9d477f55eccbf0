/**
 * Brings the sound of a video, or of an uploaded file, into a file on this machine; what an earlier run left there is
 * continued. Throws `ProviderError` when it cannot be had.
 */
export interface Sounds {
  bring(id: string, file: string, options: { signal: AbortSignal }): Promise<void>
}
