/** What plays the sound of the service. */
export const soundElement = (): HTMLAudioElement => new Audio()
