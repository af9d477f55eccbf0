export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Escapes JSON for use in a script element. */
export const escapeScriptJson = (text: string): string => text.replaceAll('<', '\\u003c')
