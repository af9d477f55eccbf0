import { expect, it } from 'vitest'
import type { Storage } from '../../ports/storage.ts'

const bytes = new TextEncoder().encode('0123456789')
const text = async (stream: ReadableStream<Uint8Array>) =>
  new TextDecoder().decode(Buffer.concat(await Array.fromAsync(stream)))

/** Tests that every storage has to pass. */
export function storageConformance(make: () => Promise<Storage>): void {
  it('returns a stored object and its size', async () => {
    const storage = await make()
    await storage.put('audio/a.mp3', bytes)
    expect(await storage.get('audio/a.mp3')).toEqual(Buffer.from(bytes))
    expect(await storage.size('audio/a.mp3')).toBe(10)
  })

  it('returns null for a name under which nothing was stored', async () => {
    const storage = await make()
    expect(await storage.get('audio/none.mp3')).toBeNull()
    expect(await storage.size('audio/none.mp3')).toBeNull()
    expect(await storage.open('audio/none.mp3')).toBeNull()
  })

  it('opens a byte range of an object and returns its total size', async () => {
    const storage = await make()
    await storage.put('audio/r.mp3', bytes)
    const part = await storage.open('audio/r.mp3', { first: 2, last: 4 })
    expect(part?.size).toBe(10)
    expect(await text(part!.stream)).toBe('234')
    expect(await text((await storage.open('audio/r.mp3'))!.stream)).toBe('0123456789')
  })

  it('keeps the first object complete when several writers use the same name', async () => {
    const storage = await make()
    await Promise.all(Array.from({ length: 8 }, () => storage.put('audio/twice.mp3', bytes)))
    await storage.put('audio/twice.mp3', new TextEncoder().encode('other'))
    expect(await storage.get('audio/twice.mp3')).toEqual(Buffer.from(bytes))
  })

  it('stores a stream of any length, in chunks of any size', async () => {
    const storage = await make()
    const piece = Buffer.alloc(3_000_001, 'recaps')
    async function* pieces(count: number) {
      for (let i = 0; i < count; i++) yield piece
    }
    for (const count of [0, 1, 7]) {
      await storage.put(`exports/${count}.zip`, pieces(count))
      expect(await storage.size(`exports/${count}.zip`)).toBe(count * piece.byteLength)
    }
    const part = await storage.open('exports/7.zip', {
      first: piece.byteLength * 5 - 3,
      last: piece.byteLength * 5 + 2,
    })
    expect(await text(part!.stream)).toBe(`${piece.subarray(-3)}${piece.subarray(0, 3)}`)
  })

  it('stores nothing of a stream that fails', async () => {
    const storage = await make()
    async function* breaking() {
      yield Buffer.alloc(20 * 2 ** 20)
      throw new Error('broken')
    }
    await expect(storage.put('exports/broken.zip', breaking())).rejects.toThrow('broken')
    expect(await storage.get('exports/broken.zip')).toBeNull()
  })

  it('lets a reader cancel the stream of an object early', async () => {
    const storage = await make()
    await storage.put('audio/long.mp3', new Uint8Array(5_000_000))
    const { stream } = (await storage.open('audio/long.mp3'))!
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(await storage.size('audio/long.mp3')).toBe(5_000_000)
  })

  it('keeps complete objects when it sweeps partial ones', async () => {
    const storage = await make()
    await storage.put('audio/whole.mp3', bytes)
    await storage.sweep(new Date(8.64e15))
    expect(await storage.get('audio/whole.mp3')).toEqual(Buffer.from(bytes))
  })

  it('creates upload and download links that permit nothing else, or no links at all', async () => {
    const storage = await make()
    const upload = await storage.uploadTarget('uploads/one', { contentType: 'image/png', lifeMs: 60_000 })
    await storage.put('audio/linked.mp3', bytes)
    const link = await storage.link('audio/linked.mp3', {
      contentType: 'audio/mpeg',
      fileName: 'talk.mp3',
      lifeMs: 60_000,
    })
    expect(upload === null).toBe(link === null)
    if (upload === null || link === null) return
    const send = (url: string, contentType: string) =>
      fetch(url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: bytes })
    expect((await send(upload, 'text/html')).ok).toBe(false)
    expect((await send(upload.replace('uploads/one', 'uploads/two'), 'image/png')).ok).toBe(false)
    expect((await send(upload, 'image/png')).ok).toBe(true)
    expect(await storage.get('uploads/one')).toEqual(Buffer.from(bytes))
    expect(await storage.get('uploads/two')).toBeNull()

    const got = await fetch(link, { headers: { Range: 'bytes=2-4' } })
    expect([got.status, await got.text()]).toEqual([206, '234'])
    expect(got.headers.get('content-type')).toBe('audio/mpeg')
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="talk.mp3"')
    expect((await fetch(link, { method: 'DELETE' })).ok).toBe(false)
    expect((await fetch(link.replace('linked', 'other'))).ok).toBe(false)
  })

  it('deletes an object and ignores a second deletion', async () => {
    const storage = await make()
    await storage.put('audio/gone.mp3', bytes)
    await storage.delete('audio/gone.mp3')
    await storage.delete('audio/gone.mp3')
    expect(await storage.get('audio/gone.mp3')).toBeNull()
  })

  it('lists the objects with a prefix in byte order of their names', async () => {
    const storage = await make()
    const startedAt = Date.now()
    const names = [
      'listed/a',
      'listed/a-b',
      'listed/a.b',
      'listed/b/c',
      'listed/b-c',
      'listed/b.c',
      'listed/bc',
      'listed/z/a/b',
    ]
    for (const name of [...names].reverse().concat('listed', 'listed2/a', 'listen/a')) await storage.put(name, bytes)
    const listed = await storage.list('listed/', '')
    expect(listed.map(({ name }) => name)).toEqual([...names].sort())
    for (const { modifiedAt } of listed) expect(Math.abs(modifiedAt.getTime() - startedAt)).toBeLessThan(60_000)
  })

  it('lists the objects after a name, whether or not an object has this name', async () => {
    const storage = await make()
    for (const name of ['after/a', 'after/b/c', 'after/d']) await storage.put(name, bytes)
    const after = async (name: string) => (await storage.list('after/', name)).map(one => one.name)
    expect(await after('after/a')).toEqual(['after/b/c', 'after/d'])
    expect(await after('after/b')).toEqual(['after/b/c', 'after/d'])
    expect(await after('after/b/c')).toEqual(['after/d'])
    expect(await after('after/d')).toEqual([])
    expect(await storage.list('nothing/', '')).toEqual([])
  })

  it('refuses object names that lead out of the storage', async () => {
    const storage = await make()
    for (const name of ['../x', '/etc/passwd', 'a/../../x', 'A b', ''])
      await expect(storage.put(name, bytes)).rejects.toThrow()
  })
}
