export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** JSON that may stand in a script element. */
export const scriptJson = (text: string): string => text.replaceAll('<', '\\u003c')
