/** Returns the text if it is a BCP 47 tag as used in captions (`en`, `pt-BR`, `zh-Hans-CN`), or else undefined. */
export const languageTag = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(text) ? text : undefined

/** Reads the language from file names as used by downloaders: `talk.en.vtt`, `talk.pt-BR.json3`, `talk.en-orig.srt`. */
export const languageInName = (fileName: string): string | undefined =>
  /\.([a-z]{2,3}(?:-[A-Z]{2}|-[A-Z][a-z]{3}|-\d{3})?)(?:-orig)?\.[A-Za-z0-9.]{2,16}$/.exec(fileName.slice(-64))?.[1]
