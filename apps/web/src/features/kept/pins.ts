import type { Client, Summary } from '@recaps/contract'
import { fetchFile } from '../../api/fetch-file.ts'
import type { Owner } from '../../api/owner.ts'
import { askToStay, dropFiles, hasFile, keepFile } from '../../device/kept-sounds.ts'
import { keptStore, type Row } from '../../device/kept-store.ts'

/** A summary that its user keeps on this device, with its text, its timings and its sound. */
export interface Pin extends Row {
  id: number
  keptAt: number
  bytes: number
  /** The first is its sound; a new voice has another. */
  paths: readonly string[]
  summary: Summary
}

const store = keptStore<Pin>('pins')

/** The newest first. One whose sound the browser has erased is none any more. */
export async function readPins(owner: Owner): Promise<Pin[]> {
  const rows = await store.all()
  const isWhole = await Promise.all(rows.map(({ paths }) => hasFile(paths[0] ?? '')))
  const pins = rows.filter((pin, at) => pin.userId === owner.id() && isWhole[at])
  const gone = rows.filter(pin => owner.id() !== null && !pins.includes(pin))
  await erase(gone)
  return pins.sort((a, b) => b.keptAt - a.keptAt)
}

/** Reads a summary anew and lays it down. The row comes last: it names only what is there. */
export async function pin(client: Client, owner: Owner, id: number, onPart: (fraction: number) => void): Promise<Pin> {
  const userId = owner.id()
  // At this moment its user has said what it is for, so that browsers that ask can be answered.
  const stays = askToStay().catch(() => false)
  const summary = await client.summaries.detail({ params: { id }, query: { planType: 'youtube' } })
  const { thumbnailUrl } = summary.videoInfo
  if (!summary.audioUrl) throw new Error('There is no sound to keep')
  const sound = await keep(summary.audioUrl, onPart)
  // One without its picture is as good.
  const picture = thumbnailUrl ? await keep(thumbnailUrl).catch(() => null) : null
  await stays
  const files = [sound, ...(picture ? [picture] : [])]
  const paths = files.map(({ path }) => path)
  if (userId === null || owner.id() !== userId) {
    await dropFiles(paths)
    throw new Error('Who asked for it is not signed in any more')
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, JSON.stringify(summary).length)
  const made = { key: String(id), userId, id, keptAt: Date.now(), bytes, paths, summary }
  const before = (await store.all()).find(({ key }) => key === made.key)
  await store.put([made])
  // What an earlier voice said.
  const old = before?.paths[0]
  if (old && old !== sound.path) await dropFiles([old])
  return made
}

const keep = async (address: string, onPart: (fraction: number) => void = () => {}) =>
  await keepFile(address, await fetchFile(address), onPart)

export async function unpin(ids: readonly number[]): Promise<void> {
  await erase((await store.all()).filter(({ id }) => ids.includes(id)))
}

/** A picture may belong to several: what another one still needs stays. */
async function erase(pins: readonly Pin[]): Promise<void> {
  if (pins.length === 0) return
  await store.remove(pins.map(({ key }) => key))
  const needed = new Set((await store.all()).flatMap(({ paths }) => paths))
  await dropFiles(pins.flatMap(({ paths }) => paths).filter(path => !needed.has(path)))
}
