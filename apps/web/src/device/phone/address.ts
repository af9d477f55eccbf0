import type * as browsers from '../address.ts'
import { pageFact } from '../page-facts.ts'
import { keptAddress } from './kept-sounds.ts'

/** The service is elsewhere: the app comes from the phone itself. `npm run mobile:sync` writes it into the page. */
export const serverOrigin = (): string => pageFact('server') ?? ''

/** What is kept here is heard and seen from here, also with a network. */
export const addressOf = (path: string): string =>
  /^\/(?!\/)/.test(path) ? (keptAddress(path) ?? serverOrigin() + path) : path

;({ addressOf, serverOrigin }) satisfies typeof browsers
