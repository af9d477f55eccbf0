import { deferred } from '../../../device/deferred.ts'

/** Smaller files go up as they are. */
const enoughBytes = 1_000_000
/** The shorter side of what is sent: twice what the server keeps. */
const sidePx = 1024

/** Photos of phones are larger than the server takes: they are made smaller here. What cannot be read goes as it is. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size <= enoughBytes) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, sidePx / Math.min(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const { promise, resolve } = deferred<Blob | null>()
    canvas.toBlob(resolve, 'image/webp', 0.9)
    const small = await promise
    return small && small.size < file.size ? small : file
  } catch (error) {
    console.error('The picture could not be made smaller:', error)
    return file
  }
}
