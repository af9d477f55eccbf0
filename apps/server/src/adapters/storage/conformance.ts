import { expect, it } from 'vitest'
import type { Storage } from '../../ports/storage.ts'

const bytes = new TextEncoder().encode('0123456789')
const text = async (stream: ReadableStream<Uint8Array>) =>
  new TextDecoder().decode(Buffer.concat(await Array.fromAsync(stream)))

/** What every storage does, whatever lies behind it. */
export function storageConformance(make: () => Promise<Storage>): void {
  it('gives back what was put', async () => {
    const storage = await make()
    await storage.put('audio/a.mp3', bytes)
    expect(await storage.get('audio/a.mp3')).toEqual(Buffer.from(bytes))
    expect(await storage.size('audio/a.mp3')).toBe(10)
  })

  it('has nothing under a name that was never put', async () => {
    const storage = await make()
    expect(await storage.get('audio/none.mp3')).toBeNull()
    expect(await storage.size('audio/none.mp3')).toBeNull()
    expect(await storage.open('audio/none.mp3')).toBeNull()
  })

  it('opens a range of bytes and tells the whole length', async () => {
    const storage = await make()
    await storage.put('audio/r.mp3', bytes)
    const part = await storage.open('audio/r.mp3', { first: 2, last: 4 })
    expect(part?.size).toBe(10)
    expect(await text(part!.stream)).toBe('234')
    expect(await text((await storage.open('audio/r.mp3'))!.stream)).toBe('0123456789')
  })

  it('keeps the first of two writers of one name whole', async () => {
    const storage = await make()
    await Promise.all(Array.from({ length: 8 }, () => storage.put('audio/twice.mp3', bytes)))
    await storage.put('audio/twice.mp3', new TextEncoder().encode('other'))
    expect(await storage.get('audio/twice.mp3')).toEqual(Buffer.from(bytes))
  })

  it('forgets what is deleted, twice without complaint', async () => {
    const storage = await make()
    await storage.put('audio/gone.mp3', bytes)
    await storage.delete('audio/gone.mp3')
    await storage.delete('audio/gone.mp3')
    expect(await storage.get('audio/gone.mp3')).toBeNull()
  })

  it('refuses names that lead out of its folder', async () => {
    const storage = await make()
    for (const name of ['../x', '/etc/passwd', 'a/../../x', 'A b', ''])
      await expect(storage.put(name, bytes)).rejects.toThrow()
  })
}
