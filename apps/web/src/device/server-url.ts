/** The URL to load a server file from. Browsers use the server's path as it is. */
export const serverFileUrl = (path: string): string => path

/** Origin of the server, or '' if it served this page. */
export const serverOrigin = (): string => ''
