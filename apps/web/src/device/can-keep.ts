/** Whether audio can be saved offline. Browsers offer all these APIs only over https. */
export const canKeep = (): boolean => 'caches' in window && 'indexedDB' in window && 'serviceWorker' in navigator

export const isNoRoom = (error: unknown): boolean => error instanceof Error && error.name === 'NoRoomError'
