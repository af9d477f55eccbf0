/** Opens persistent storage at app start. May throw if the browser blocks it. */
export const openStore = (): Storage => localStorage
