/** Opens the video outside the app on devices that cannot embed it. Returns false where embedding works. */
export const openVideoExternally = (_url: string): boolean => false
