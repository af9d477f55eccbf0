import type * as browsers from '../address.ts'
import { pageFact } from '../page-facts.ts'
import { keptAddress } from './kept-sounds.ts'

/** The app's pages are part of the app, so `npm run mobile:sync` writes the server's origin into them. */
export const serverOrigin = (): string => pageFact('server') ?? ''

/** Files saved offline are always loaded from the phone, even while online. */
export const addressOf = (path: string): string =>
  /^\/(?!\/)/.test(path) ? (keptAddress(path) ?? serverOrigin() + path) : path

;({ addressOf, serverOrigin }) satisfies typeof browsers
