import type * as browsers from '../offline-data.ts'
import { offlineDatabase } from '../offline-data.ts'
import { deleteAllOfflineFiles } from './offline-files.ts'
import { inBackground } from './plugins.ts'
import { deleteSharedFiles } from './save-file.ts'

export { audioCache, offlineDatabase } from '../offline-data.ts'

export function deleteOfflineData() {
  indexedDB.deleteDatabase(offlineDatabase)
  deleteAllOfflineFiles()
  inBackground(deleteSharedFiles())
}

deleteOfflineData satisfies typeof browsers.deleteOfflineData
