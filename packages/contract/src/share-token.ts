/** Format of the token in a share link. */
export const shareTokenPattern = /^[A-Za-z0-9_-]{43}$/

export const isShareToken = (text: string): boolean => shareTokenPattern.test(text)
