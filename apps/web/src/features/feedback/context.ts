/** What helps whoever reads the message: shown before it is sent, and sent only with it. */
export interface Context {
  /** The page that its writer came from. */
  page: string | null
  app: string
  api: string | null
}

/** As lines of text. The token of a shared link opens something, so it is no part of it. */
export function contextLines({ page, app, api }: Context): string[] {
  const summary = /^\/history-detail\/(\d+)/.exec(page ?? '')?.[1]
  return [
    ...(page ? [`Page: ${page.replace(/^\/history-detail\/(?!\d+(?:\/|$)).*/, '/history-detail')}`] : []),
    ...(summary ? [`Summary: ${summary}`] : []),
    `App version: ${app}${api ? ` (API ${api})` : ''}`,
  ]
}

const longest = 10_000

/** Below the message, where there is room for it. */
export const withContext = (message: string, lines: readonly string[]): string =>
  lines.length > 0 && tooMuch(message, lines) <= 0 ? joined(message, lines) : message

/** By how many characters the message has to be shorter for these lines to go along. */
export const tooMuch = (message: string, lines: readonly string[]): number => joined(message, lines).length - longest

const joined = (message: string, lines: readonly string[]): string => [message.trim(), '', '--', ...lines].join('\n')
