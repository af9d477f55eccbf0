import type * as browsers from '../offline-support.ts'

export { isStorageFull } from '../offline-support.ts'

export const canSaveOffline = (): boolean => true

canSaveOffline satisfies typeof browsers.canSaveOffline
