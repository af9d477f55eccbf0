/**
 * Downloads the audio of a video or an uploaded file into a local file, resuming an earlier download. Throws `ProviderError`
 * if the audio is not available.
 */
export interface AudioSource {
  download(id: string, file: string, options: { signal: AbortSignal }): Promise<void>
}
