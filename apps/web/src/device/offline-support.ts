/** Whether audio can be saved offline. Browsers offer all these APIs only over https. */
export const canSaveOffline = (): boolean => 'caches' in window && 'indexedDB' in window && 'serviceWorker' in navigator

export const isStorageFull = (error: unknown): boolean => error instanceof Error && error.name === 'NoRoomError'
