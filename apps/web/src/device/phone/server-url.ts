import { pageFact } from '../page-facts.ts'
import type * as browsers from '../server-url.ts'
import { offlineFileUrl } from './offline-files.ts'

/** The app's pages are part of the app, so `npm run mobile:sync` writes the server's origin into them. */
export const serverOrigin = (): string => pageFact('server') ?? ''

/** Files saved offline are always loaded from the phone, even while online. */
export const serverFileUrl = (path: string): string =>
  /^\/(?!\/)/.test(path) ? (offlineFileUrl(path) ?? serverOrigin() + path) : path

;({ serverFileUrl, serverOrigin }) satisfies typeof browsers
