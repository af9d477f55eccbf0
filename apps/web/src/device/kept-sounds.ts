import { soundCache } from './kept-names.ts'

/** There is no room on this device. */
class NoRoomError extends Error {
  override name = 'NoRoomError'
}

/** What must stay free: browsers answer a full device by erasing whole sites. */
const reserveBytes = 20_000_000

export interface KeptFile {
  /** Without the signature, which is another one each day. */
  path: string
  bytes: number
}

/** Lays a file where the service worker finds it (src/worker/sounds.ts). `onPart` tells the share that is here. */
export async function keepFile(
  address: string,
  answer: Response,
  onPart: (fraction: number) => void,
): Promise<KeptFile> {
  if (!answer.body) throw new Error('The file is empty')
  const total = Number(answer.headers.get('Content-Length'))
  if (!(await hasRoomFor(total))) throw new NoRoomError()
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength
      if (total > 0) onPart(Math.min(1, bytes / total))
      controller.enqueue(part)
    },
  })
  const headers = { 'Content-Type': answer.headers.get('Content-Type') ?? 'application/octet-stream' }
  const { pathname: path } = new URL(address, location.origin)
  const kept = new Response(answer.body.pipeThrough(counted), { headers })
  try {
    await (await caches.open(soundCache)).put(path, kept)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new NoRoomError()
    throw error
  }
  return { path, bytes }
}

export async function dropFiles(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(soundCache)
  await Promise.all(paths.map(path => cache.delete(path)))
}

export async function hasFile(path: string): Promise<boolean> {
  return (await caches.match(path, { cacheName: soundCache })) !== undefined
}

/** How many bytes this site may still lay here; null where the browser does not say. */
export async function freeBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage - reserveBytes)
}

async function hasRoomFor(bytes: number): Promise<boolean> {
  const free = await freeBytes()
  return free === null || bytes <= free
}

/** Asks the browser not to erase what lies here when the device runs short; it may say no. */
export const askToStay = async (): Promise<boolean> => (await navigator.storage?.persist?.()) ?? false
