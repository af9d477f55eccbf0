import { audioCache } from './offline-data.ts'

/** This device has too little free storage. */
class NoRoomError extends Error {
  override name = 'NoRoomError'
}

/** Always left free: when a device is full, browsers delete the data of whole sites. */
const reserveBytes = 20_000_000

export interface OfflineFile {
  /** Without its signed query, which changes daily. */
  path: string
  bytes: number
}

/** Saves a file where the service worker finds it (src/worker/offline-audio.ts). `onPart` reports progress from 0 to 1. Throws NoRoomError. */
export async function saveOfflineFile(
  address: string,
  response: Response,
  onPart: (fraction: number) => void,
): Promise<OfflineFile> {
  if (!response.body) throw new Error('The file is empty')
  const total = Number(response.headers.get('Content-Length'))
  if (!(await hasRoomFor(total))) throw new NoRoomError()
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength
      if (total > 0) onPart(Math.min(1, bytes / total))
      controller.enqueue(part)
    },
  })
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? 'application/octet-stream' }
  const { pathname: path } = new URL(address, location.origin)
  const copied = new Response(response.body.pipeThrough(counter), { headers })
  try {
    await (await caches.open(audioCache)).put(path, copied)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new NoRoomError()
    throw error
  }
  return { path, bytes }
}

export async function deleteOfflineFiles(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(audioCache)
  await Promise.all(paths.map(path => cache.delete(path)))
}

export async function hasOfflineFile(path: string): Promise<boolean> {
  return (await caches.match(path, { cacheName: audioCache })) !== undefined
}

/** Bytes this site can still store, or null if the browser does not report it. */
export async function freeBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage - reserveBytes)
}

async function hasRoomFor(bytes: number): Promise<boolean> {
  const free = await freeBytes()
  return free === null || bytes <= free
}

/** Asks the browser not to evict this site's data when storage runs low. Returns whether it agreed. */
export const requestPersistentStorage = async (): Promise<boolean> => (await navigator.storage?.persist?.()) ?? false
