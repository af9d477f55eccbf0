import { isPhone } from './is-phone.ts'

/**
 * What a file chooser offers. Android knows files by their types alone, and has none for some of these endings: there it offers
 * what it cannot tell as well.
 */
export const withUnknown = (types: string): string => (isPhone ? `${types},application/octet-stream` : types)
