import type * as browsers from '../service-worker.ts'

export { whenStable } from '../service-worker.ts'

/** Not needed: all files of the app are on the phone. */
export const registerWorker = async (): Promise<null> => null

/** Not used: on phones, `app/ExternalLinks.tsx` opens pages from outside the app. */
export const onOpen = (): (() => void) => () => {}

;({ registerWorker, onOpen }) satisfies Pick<typeof browsers, 'registerWorker' | 'onOpen'>
