/** Creates the audio element that plays the server's audio files. */
export const createAudioElement = (): HTMLAudioElement => new Audio()
