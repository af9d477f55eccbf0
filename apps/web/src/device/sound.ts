/** Creates the audio element that plays the server's audio files. */
export const soundElement = (): HTMLAudioElement => new Audio()
