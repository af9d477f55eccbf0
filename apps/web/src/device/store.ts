/** Where what is kept between two visits lies; opened when the app starts, which may fail. */
export const openStore = (): Storage => localStorage
