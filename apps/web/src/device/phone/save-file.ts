import type { Directory } from '@capacitor/filesystem'
import type * as browsers from '../save-file.ts'
import { toDataUrl } from './data-url.ts'
import { Filesystem, inBackground, Share } from './plugins.ts'

/** Opens the share sheet, where the user picks a destination: apps cannot write to a downloads folder without asking. */
export function saveFile(file: File): void {
  inBackground(shareFile(file))
}

const directory = 'CACHE' as Directory.Cache
const folder = 'handed-over'

async function shareFile(file: File): Promise<void> {
  await deleteSharedFiles()
  const path = `${folder}/${file.name}`
  const { uri } = await Filesystem.writeFile({ path, data: await base64(file), directory, recursive: true })
  // Rejects if the user closes the sheet.
  await Share.share({ files: [uri] }).catch(() => {})
}

/** Deletes shared files. Not right after sharing, because the receiving app may read them later: before the next share, or on logout. */
export async function deleteSharedFiles(): Promise<void> {
  // Rejects if the folder does not exist.
  await Filesystem.rmdir({ path: folder, directory, recursive: true }).catch(() => {})
}

/** The part of a data URL after the comma. */
const base64 = async (file: File): Promise<string> => (await toDataUrl(file)).split(',')[1] ?? ''

saveFile satisfies typeof browsers.saveFile
