import { isPhone } from './is-phone.ts'

/**
 * `accept` list for a file input. Android filters by MIME type only and has none for some of our extensions, so on phones the
 * list also accepts files of unknown type.
 */
export const withUnknownTypes = (types: string): string => (isPhone ? `${types},application/octet-stream` : types)
