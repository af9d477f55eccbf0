/** Opens persistent storage at app start. May throw if the browser blocks it. */
export const openStorage = (): Storage => localStorage
