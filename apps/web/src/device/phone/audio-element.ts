import * as browsers from '../audio-element.ts'

/**
 * Requests audio with CORS, which makes the server send the file itself. Otherwise it may redirect to object storage, which the
 * page's CSP does not allow.
 */
export const createAudioElement = (): HTMLAudioElement =>
  Object.assign(browsers.createAudioElement(), { crossOrigin: 'anonymous' })

createAudioElement satisfies typeof browsers.createAudioElement
