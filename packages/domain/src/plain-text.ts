/** Signs that turn the reading direction and hide what a line says (CVE-2021-42574); joiners of emoji stay. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g
const controls = /\p{Cc}+/gu
const controlsButBreaks = /[^\P{Cc}\n\t]+/gu

const MAX_LINE_CHARS = 300
const MAX_TEXT_CHARS = 20_000

/** What can be seen of a text, as one line: for files that others open, where a hidden sign could turn a word around. */
export const shownText = (text: string): string =>
  text.toWellFormed().replace(controls, ' ').replace(directions, '').replace(/\s+/g, ' ').trim()

/** A title or a name as one line without control characters: it goes into lists, mails and names of files. */
export const plainLine = (text: string): string => shownText(wellFormed(text, MAX_LINE_CHARS))

/** A description with its line breaks, and no other control characters. */
export const plainText = (text: string): string =>
  wellFormed(text, MAX_TEXT_CHARS)
    .replace(/\r\n?/g, '\n')
    .replace(controlsButBreaks, ' ')
    .replace(directions, '')
    .trim()

/** Cut without leaving half a character behind. */
const wellFormed = (text: string, most: number): string => text.slice(0, most).toWellFormed()
