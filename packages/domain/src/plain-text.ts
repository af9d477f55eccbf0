/** Characters that change the reading direction and can disguise a text (CVE-2021-42574). Joiners of emoji are kept. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g
const controls = /\p{Cc}+/gu
const controlsButBreaks = /[^\P{Cc}\n\t]+/gu

const MAX_LINE_CHARS = 300
const MAX_TEXT_CHARS = 20_000

/** The visible text as one line. For files that other people open, where a hidden character could reverse a word. */
export const visibleText = (text: string): string =>
  text.toWellFormed().replace(controls, ' ').replace(directions, '').replace(/\s+/g, ' ').trim()

/** A title or name as one line without control characters, for lists, mails and file names. */
export const plainLine = (text: string): string => visibleText(truncate(text, MAX_LINE_CHARS))

/** A description with its line breaks but without other control characters. */
export const plainText = (text: string): string =>
  truncate(text, MAX_TEXT_CHARS).replace(/\r\n?/g, '\n').replace(controlsButBreaks, ' ').replace(directions, '').trim()

/** Truncates a text without leaving half a surrogate pair. */
const truncate = (text: string, maxChars: number): string => text.slice(0, maxChars).toWellFormed()
