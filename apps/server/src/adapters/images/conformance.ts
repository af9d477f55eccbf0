import { expect, it } from 'vitest'
import type { Images } from '../../ports/images.ts'

/** What every source of outside pictures does. `picture` is one that it can fetch. */
export function imagesConformance(make: () => { images: Images; picture: string }): void {
  it('gives a picture with the type of its bytes', async () => {
    const { images, picture } = make()
    const image = await images.fetch(picture)
    expect(image?.contentType).toMatch(/^image\/(?:jpeg|png|webp|gif)$/)
    expect(image?.bytes.byteLength).toBeGreaterThan(100)
  })

  it.each([
    'https://example.com/picture.jpg',
    'http://i.ytimg.com/vi/M4gD1WSo5mA/hqdefault.jpg',
    'https://127.0.0.1/picture.jpg',
    'no address at all',
  ])('gives nothing for %s, without a reason', async url => {
    expect(await make().images.fetch(url)).toBeNull()
  })

  it('stops when the caller does', async () => {
    const { images, picture } = make()
    await expect(images.fetch(picture, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  })
}
