import type { Page } from 'playwright'

/** Scale-down factor. Text becomes gray, so that fonts hardly matter. */
const shrinkFactor = 8

/** Scales a screenshot down to an eighth. Returns a base64 PNG. `scratchPage` is any page, used only for its canvas. */
export async function shrinkScreenshot(scratchPage: Page, screenshot: Buffer): Promise<string> {
  return await scratchPage.evaluate(
    async ([base64, factor]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const canvas = document.createElement('canvas')
      canvas.width = Math.floor(bitmap.width / factor)
      canvas.height = Math.floor(bitmap.height / factor)
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/png').split(',')[1]!
    },
    [screenshot.toString('base64'), shrinkFactor] as const,
  )
}

/**
 * Share of pixels (0 to 1) whose color does not occur within two pixels of the same position in the other picture. A control may
 * be 16 px wider in another font, but a bar in a different place is detected.
 */
export async function pictureDifference(scratchPage: Page, one: string, other: string): Promise<number> {
  return await scratchPage.evaluate(
    async ([first, second]) => {
      const pixels = async (base64: string) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height)
      }
      const [a, b] = [await pixels(first), await pixels(second)]
      const { width, height } = a
      if (width !== b.width || height !== b.height) return 1
      const distance = (x: number, y: number, nearX: number, nearY: number) => {
        if (nearX < 0 || nearY < 0 || nearX >= width || nearY >= height) return 255
        const [at, near] = [(y * width + x) * 4, (nearY * width + nearX) * 4]
        return Math.max(...[0, 1, 2].map(channel => Math.abs(a.data[at + channel]! - b.data[near + channel]!)))
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
