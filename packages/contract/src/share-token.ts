/** Format of the token in a share link. */
export const shareTokenForm = /^[A-Za-z0-9_-]{43}$/

export const isShareToken = (text: string): boolean => shareTokenForm.test(text)
