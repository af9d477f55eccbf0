/** Technical details for the support team, shown to the user and sent with the message. */
export interface FeedbackContext {
  /** The path of the page from which the user opened the form. */
  page: string | null
  app: string
  api: string | null
}

/** The context as lines of text, without the secret token of a share link. */
export function contextLines({ page, app, api }: FeedbackContext): string[] {
  const summary = /^\/history-detail\/(\d+)/.exec(page ?? '')?.[1]
  return [
    ...(page ? [`Page: ${page.replace(/^\/history-detail\/(?!\d+(?:\/|$)).*/, '/history-detail')}`] : []),
    ...(summary ? [`Summary: ${summary}`] : []),
    `App version: ${app}${api ? ` (API ${api})` : ''}`,
  ]
}

const maxLength = 10_000

/** Appends the context to the message if the result is within the length limit. */
export const withContext = (message: string, lines: readonly string[]): string =>
  lines.length > 0 && excessLength(message, lines) <= 0 ? join(message, lines) : message

/** How many characters the message must lose for the context to fit; zero or negative if it fits. */
export const excessLength = (message: string, lines: readonly string[]): number =>
  join(message, lines).length - maxLength

const join = (message: string, lines: readonly string[]): string => [message.trim(), '', '--', ...lines].join('\n')
