import type { Client, Summary } from '@recaps/contract'
import { fetchFile } from '../../api/fetch-file.ts'
import type { DataOwner } from '../../api/owner.ts'
import {
  deleteOfflineFiles,
  hasOfflineFile,
  requestPersistentStorage,
  saveOfflineFile,
} from '../../device/offline-files.ts'
import { type OfflineRow, offlineStore } from '../../device/offline-store.ts'

/** A summary saved on this device, with its text, timings and audio. */
export interface OfflineSummary extends OfflineRow {
  id: number
  keptAt: number
  bytes: number
  /** Cache paths: the audio first, then the thumbnail if there is one. Another voice has another audio path. */
  paths: readonly string[]
  summary: Summary
}

const store = offlineStore<OfflineSummary>('pins')

/** Reads the user's saved summaries, newest first. Deletes other users' rows and rows whose audio the browser has evicted. */
export async function readOfflineSummaries(owner: DataOwner): Promise<OfflineSummary[]> {
  const rows = await store.all()
  const hasAudio = await Promise.all(rows.map(({ paths }) => hasOfflineFile(paths[0] ?? '')))
  const saved = rows.filter((row, at) => row.userId === owner.id() && hasAudio[at])
  const stale = rows.filter(row => owner.id() !== null && !saved.includes(row))
  await erase(stale)
  return saved.sort((a, b) => b.keptAt - a.keptAt)
}

/**
 * Fetches a summary and saves it on this device. The row is written after the files, so that it never refers to missing ones.
 * Throws if the summary has no audio, the device is full, or the user has logged out during the download.
 */
export async function saveOffline(
  client: Client,
  owner: DataOwner,
  id: number,
  onPart: (fraction: number) => void,
): Promise<OfflineSummary> {
  const userId = owner.id()
  // Some browsers ask the user about persistent storage. Right after the tap, the user knows what it is for.
  const persistence = requestPersistentStorage().catch(() => false)
  const summary = await client.summaries.detail({ params: { id }, query: { planType: 'youtube' } })
  const { thumbnailUrl } = summary.videoInfo
  if (!summary.audioUrl) throw new Error('This summary has no audio to save')
  const audio = await saveFile(summary.audioUrl, onPart)
  // The thumbnail is optional.
  const thumbnail = thumbnailUrl ? await saveFile(thumbnailUrl).catch(() => null) : null
  await persistence
  const files = [audio, ...(thumbnail ? [thumbnail] : [])]
  const paths = files.map(({ path }) => path)
  if (userId === null || owner.id() !== userId) {
    await deleteOfflineFiles(paths)
    throw new Error('The user logged out before the summary was saved')
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, JSON.stringify(summary).length)
  const row = { key: String(id), userId, id, keptAt: Date.now(), bytes, paths, summary }
  const before = (await store.all()).find(({ key }) => key === row.key)
  await store.put([row])
  // Audio of the previous voice.
  const oldAudio = before?.paths[0]
  if (oldAudio && oldAudio !== audio.path) await deleteOfflineFiles([oldAudio])
  return row
}

const saveFile = async (url: string, onPart: (fraction: number) => void = () => {}) =>
  await saveOfflineFile(url, await fetchFile(url), onPart)

export async function deleteOffline(ids: readonly number[]): Promise<void> {
  await erase((await store.all()).filter(({ id }) => ids.includes(id)))
}

/** Deletes rows and their files, except files that remaining rows use: summaries of one video share a thumbnail. */
async function erase(saved: readonly OfflineSummary[]): Promise<void> {
  if (saved.length === 0) return
  await store.remove(saved.map(({ key }) => key))
  const needed = new Set((await store.all()).flatMap(({ paths }) => paths))
  await deleteOfflineFiles(saved.flatMap(({ paths }) => paths).filter(path => !needed.has(path)))
}
