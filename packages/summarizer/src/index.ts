export { checkSupport } from './checking/support.ts'
export { mainLanguage } from './reading/language.ts'
export { ENGINE, summarize, VERSION } from './summarize.ts'
export type * from './types.ts'

export { renderMarkdown } from './writing/markdown.ts'
export { trimToLength } from './writing/trim.ts'
