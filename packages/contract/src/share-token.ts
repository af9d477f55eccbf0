/** The form of the token by which a shared summary is opened. */
export const shareTokenForm = /^[A-Za-z0-9_-]{43}$/

export const isShareToken = (text: string): boolean => shareTokenForm.test(text)
