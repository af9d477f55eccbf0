/** Apple's library takes about 80 ms and 30 MB to load, so it is imported only if the App Store is used. */
export const appleLibrary = () => import('@apple/app-store-server-library')

export type AppleLibrary = Awaited<ReturnType<typeof appleLibrary>>
