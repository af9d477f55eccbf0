/** Apple's library takes some 80 ms and 30 MB to load, which nobody has to wait for who sells nothing in its store. */
export const appleLibrary = () => import('@apple/app-store-server-library')

export type AppleLibrary = Awaited<ReturnType<typeof appleLibrary>>
