import { addressOf } from '../device/address.ts'
import { deferred } from '../device/deferred.ts'

/**
 * PUTs a file to the address a call has given for it, and tells how much has gone up, from 0 to 1: `fetch` cannot. No bearer
 * token goes along: the address may be that of another service, and is itself the permission.
 */
export function sendFile(url: string, file: Blob, onProgress: (fraction: number) => void): Promise<void> {
  const { promise, resolve, reject } = deferred()
  const request = new XMLHttpRequest()
  request.open('PUT', addressOf(url))
  request.setRequestHeader('Content-Type', file.type)
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) resolve()
    else reject(new Error(`The file was refused with status ${request.status}`))
  }
  request.onerror = () => reject(new Error('The file could not be sent'))
  request.send(file)
  return promise
}
