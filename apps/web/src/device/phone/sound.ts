import * as browsers from '../sound.ts'

/**
 * Requests audio with CORS, which makes the server send the file itself. Otherwise it may redirect to object storage, which the
 * page's CSP does not allow.
 */
export const soundElement = (): HTMLAudioElement => Object.assign(browsers.soundElement(), { crossOrigin: 'anonymous' })

soundElement satisfies typeof browsers.soundElement
