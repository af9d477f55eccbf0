import * as browsers from '../sound.ts'

/**
 * Asks as a call does, which says where its page stands: then the sound comes from the service itself. Otherwise that may lead
 * to a storage, which the page's own policy does not know.
 */
export const soundElement = (): HTMLAudioElement => Object.assign(browsers.soundElement(), { crossOrigin: 'anonymous' })

soundElement satisfies typeof browsers.soundElement
