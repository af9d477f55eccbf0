import type * as browsers from '../service-worker.ts'

export { whenStable } from '../service-worker.ts'

/** The app lies on the phone whole: there is nothing for a service worker to do. */
export const registerWorker = async (): Promise<null> => null

/** On phones what leads into the app comes through one door, for visitors as well: `app/Opened.tsx`. */
export const onOpen = (): (() => void) => () => {}

;({ registerWorker, onOpen }) satisfies Pick<typeof browsers, 'registerWorker' | 'onOpen'>
