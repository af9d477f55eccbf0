import type { Page } from 'playwright'

/** How many pixels of a screen go into one of a small picture: text becomes a grey, so that fonts hardly matter. */
const shrink = 8

/** A PNG of the page at an eighth of its size, in base64. `judge` is any page: it only paints. */
export async function smallPicture(judge: Page, screenshot: Buffer): Promise<string> {
  return await judge.evaluate(
    async ([base64, by]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const canvas = document.createElement('canvas')
      canvas.width = Math.floor(bitmap.width / by)
      canvas.height = Math.floor(bitmap.height / by)
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/png').split(',')[1]!
    },
    [screenshot.toString('base64'), shrink] as const,
  )
}

/**
 * The share of a small picture, from 0 to 1, that looks different in the other: its pixels whose colour is not found within
 * two pixels around their place there. So a control may be 16 px wider in another font, and a bar may not be elsewhere.
 */
export async function difference(judge: Page, one: string, other: string): Promise<number> {
  return await judge.evaluate(
    async ([first, second]) => {
      const pixels = async (base64: string) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height)
      }
      const [here, there] = [await pixels(first), await pixels(second)]
      const { width, height } = here
      if (width !== there.width || height !== there.height) return 1
      const distance = (x: number, y: number, nearX: number, nearY: number) => {
        if (nearX < 0 || nearY < 0 || nearX >= width || nearY >= height) return 255
        const [at, near] = [(y * width + x) * 4, (nearY * width + nearX) * 4]
        return Math.max(...[0, 1, 2].map(part => Math.abs(here.data[at + part]! - there.data[near + part]!)))
      }
      const steps = [-2, -1, 0, 1, 2]
      const around = steps.flatMap(dy => steps.map(dx => [dx, dy] as const))
      let different = 0
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if (Math.min(...around.map(([dx, dy]) => distance(x, y, x + dx, y + dy))) > 24) different++
      return different / (width * height)
    },
    [one, other] as const,
  )
}
