import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { storageConformance } from './conformance.ts'
import { diskStorage } from './disk.ts'

const folder = () => mkdtemp(path.join(tmpdir(), 'recaps-storage-'))

describe('storage on disk', () => {
  storageConformance(async () => diskStorage(await folder()))

  it('leaves no half-written file beside the finished one', async () => {
    const root = await folder()
    await diskStorage(root).put('audio/a.mp3', new Uint8Array(1000))
    expect(await readdir(path.join(root, 'audio'))).toEqual(['a.mp3'])
  })
})
