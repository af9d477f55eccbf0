import type { Client, Summary } from '@recaps/contract'
import { fetchFile } from '../../api/fetch-file.ts'
import type { Owner } from '../../api/owner.ts'
import { askToStay, dropFiles, hasFile, keepFile } from '../../device/kept-sounds.ts'
import { keptStore, type Row } from '../../device/kept-store.ts'

/** A summary saved on this device, with its text, timings and audio. */
export interface Pin extends Row {
  id: number
  keptAt: number
  bytes: number
  /** Cache paths: the audio first, then the thumbnail if there is one. Another voice has another audio path. */
  paths: readonly string[]
  summary: Summary
}

const store = keptStore<Pin>('pins')

/** Reads the user's saved summaries, newest first. Deletes other users' rows and rows whose audio the browser has evicted. */
export async function readPins(owner: Owner): Promise<Pin[]> {
  const rows = await store.all()
  const hasAudio = await Promise.all(rows.map(({ paths }) => hasFile(paths[0] ?? '')))
  const pins = rows.filter((pin, at) => pin.userId === owner.id() && hasAudio[at])
  const stale = rows.filter(pin => owner.id() !== null && !pins.includes(pin))
  await erase(stale)
  return pins.sort((a, b) => b.keptAt - a.keptAt)
}

/**
 * Fetches a summary and saves it on this device. The row is written after the files, so that it never refers to missing ones.
 * Throws if the summary has no audio, the device is full, or the user has logged out during the download.
 */
export async function pin(client: Client, owner: Owner, id: number, onPart: (fraction: number) => void): Promise<Pin> {
  const userId = owner.id()
  // Some browsers ask the user about persistent storage. Right after the tap, the user knows what it is for.
  const persistence = askToStay().catch(() => false)
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
    await dropFiles(paths)
    throw new Error('The user logged out before the summary was saved')
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, JSON.stringify(summary).length)
  const saved = { key: String(id), userId, id, keptAt: Date.now(), bytes, paths, summary }
  const before = (await store.all()).find(({ key }) => key === saved.key)
  await store.put([saved])
  // Audio of the previous voice.
  const oldAudio = before?.paths[0]
  if (oldAudio && oldAudio !== audio.path) await dropFiles([oldAudio])
  return saved
}

const saveFile = async (url: string, onPart: (fraction: number) => void = () => {}) =>
  await keepFile(url, await fetchFile(url), onPart)

export async function unpin(ids: readonly number[]): Promise<void> {
  await erase((await store.all()).filter(({ id }) => ids.includes(id)))
}

/** Deletes rows and their files, except files that remaining rows use: summaries of one video share a thumbnail. */
async function erase(pins: readonly Pin[]): Promise<void> {
  if (pins.length === 0) return
  await store.remove(pins.map(({ key }) => key))
  const needed = new Set((await store.all()).flatMap(({ paths }) => paths))
  await dropFiles(pins.flatMap(({ paths }) => paths).filter(path => !needed.has(path)))
}
