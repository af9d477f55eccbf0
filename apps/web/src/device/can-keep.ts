/** Whether recordings can be kept here: browsers have all of these only where the app came by https. */
export const canKeep = (): boolean => 'caches' in window && 'indexedDB' in window && 'serviceWorker' in navigator

export const isNoRoom = (error: unknown): boolean => error instanceof Error && error.name === 'NoRoomError'
