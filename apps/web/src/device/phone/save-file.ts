import type { Directory } from '@capacitor/filesystem'
import type * as browsers from '../save-file.ts'
import { urlOf } from './data-url.ts'
import { beside, Filesystem, Share } from './plugins.ts'

/** Where a file goes is asked by the system's sheet: a phone has no folder of downloads that an app may write to unasked. */
export function saveFile(file: File): void {
  beside(handOver(file))
}

const directory = 'CACHE' as Directory.Cache
const folder = 'handed-over'

async function handOver(file: File): Promise<void> {
  await dropHandedOver()
  const path = `${folder}/${file.name}`
  const { uri } = await Filesystem.writeFile({ path, data: await base64(file), directory, recursive: true })
  // Whoever closes the sheet has thought better of it.
  await Share.share({ files: [uri] }).catch(() => {})
}

/** Whoever takes a file may read it long after the sheet has closed: it goes with the next one, or with the session. */
export async function dropHandedOver(): Promise<void> {
  // There is none yet.
  await Filesystem.rmdir({ path: folder, directory, recursive: true }).catch(() => {})
}

/** What stands behind the comma. */
const base64 = async (file: File): Promise<string> => (await urlOf(file)).split(',')[1] ?? ''

saveFile satisfies typeof browsers.saveFile
