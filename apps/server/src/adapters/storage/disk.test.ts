import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { storageConformance } from './conformance.ts'
import { diskStorage } from './disk.ts'

const folder = () => mkdtemp(path.join(tmpdir(), 'recaps-storage-'))

describe('storage on disk', () => {
  storageConformance(async () => diskStorage(await folder()))

  it('leaves no partial file next to a stored object', async () => {
    const root = await folder()
    await diskStorage(root).put('audio/a.mp3', new Uint8Array(1000))
    expect(await readdir(path.join(root, 'audio'))).toEqual(['a.mp3'])
  })

  it('lists all files over several pages, each once and without partial files', async () => {
    const root = await folder()
    const storage = diskStorage(root)
    const names = Array.from({ length: 5_500 }, (_, i) => `audio/${((i * 7919) % 5_500).toString(16)}.mp3`)
    await mkdir(path.join(root, 'audio'))
    for (const name of names) await writeFile(path.join(root, name), '')
    await writeFile(path.join(root, 'audio', 'a.mp3.7-1.part'), 'half')
    const listed: string[] = []
    for (let isMore = true; isMore; ) {
      const page = await storage.list('audio/', listed.at(-1) ?? '')
      listed.push(...page.map(({ name }) => name))
      isMore = page.length > 0
    }
    expect(listed).toEqual([...names].sort())
  })

  it('deletes old partial files of killed writers, but no recent ones', async () => {
    const root = await folder()
    const storage = diskStorage(root)
    await storage.put('audio/a.mp3', new Uint8Array(1000))
    const [old, fresh] = ['b.mp3.7-1.part', 'c.mp3.8-1.part'].map(name => path.join(root, 'audio', name)) as [
      string,
      string,
    ]
    await writeFile(old, 'half')
    await utimes(old, 0, 0)
    await writeFile(fresh, 'half')
    await storage.sweep(new Date(1000))
    expect((await readdir(path.join(root, 'audio'))).sort()).toEqual(['a.mp3', 'c.mp3.8-1.part'])
  })
})
