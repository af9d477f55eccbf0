import { deferred } from '../device/deferred.ts'
import { serverFileUrl } from '../device/server-url.ts'

/**
 * Uploads a file to a signed URL from the API and reports the progress from 0 to 1, which `fetch` can't do. Sends no bearer
 * token, because the URL may belong to another service and is the permission itself.
 */
export function sendFile(url: string, file: Blob, onProgress: (fraction: number) => void): Promise<void> {
  const { promise, resolve, reject } = deferred()
  const request = new XMLHttpRequest()
  request.open('PUT', serverFileUrl(url))
  request.setRequestHeader('Content-Type', file.type)
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) resolve()
    else reject(new Error(`The server refused the file (status ${request.status}).`))
  }
  request.onerror = () => reject(new Error('The file could not be sent.'))
  request.send(file)
  return promise
}
