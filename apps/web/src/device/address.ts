/** Where a file that the service names lies for this device: in browsers at the address itself. */
export const addressOf = (path: string): string => path

/** Where the service is: '' when the page came from there. */
export const serverOrigin = (): string => ''
