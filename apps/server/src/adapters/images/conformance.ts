import { expect, it } from 'vitest'
import type { Images } from '../../ports/images.ts'

/** Tests that every source of external images has to pass. `picture` is a URL that it can fetch. */
export function imagesConformance(make: () => { images: Images; picture: string }): void {
  it('returns an image with the content type of its bytes', async () => {
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
  ])('returns null for the image URL %s', async url => {
    expect(await make().images.fetch(url)).toBeNull()
  })

  it('stops fetching an image when the caller aborts', async () => {
    const { images, picture } = make()
    await expect(images.fetch(picture, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  })
}
