import { serverFileUrl } from '../device/server-url.ts'

/** Fetches a complete file from a signed URL, to store it. Throws if the server refuses. */
export async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(serverFileUrl(url))
  if (!response.ok) throw new Error(`The server refused to send the file (status ${response.status}).`)
  return response
}
