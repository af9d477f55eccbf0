import { deferred } from '../../../device/deferred.ts'

/** Smaller files are uploaded unchanged. */
const shrinkAboveBytes = 1_000_000
/** Length of the shorter side after shrinking: twice what the server stores. */
const shorterSidePx = 1024

/**
 * Shrinks photos that are too large for the server. Returns the original if the browser can't read it or it wouldn't get
 * smaller.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size <= shrinkAboveBytes) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, shorterSidePx / Math.min(bitmap.width, bitmap.height))
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
    console.error('Could not shrink the profile picture:', error)
    return file
  }
}
