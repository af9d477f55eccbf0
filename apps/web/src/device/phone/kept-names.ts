import type * as browsers from '../kept-names.ts'
import { database } from '../kept-names.ts'
import { dropAllFiles } from './kept-sounds.ts'
import { beside } from './plugins.ts'
import { dropHandedOver } from './save-file.ts'

export { database, soundCache } from '../kept-names.ts'

export function forgetKept() {
  indexedDB.deleteDatabase(database)
  dropAllFiles()
  beside(dropHandedOver())
}

forgetKept satisfies typeof browsers.forgetKept
