import { addressOf } from '../device/address.ts'

/** Fetches a file whole, to be kept. Its address carries what allows it; throws when it is refused. */
export async function fetchFile(address: string): Promise<Response> {
  const answer = await fetch(addressOf(address))
  if (!answer.ok) throw new Error(`The file was refused with status ${answer.status}`)
  return answer
}
