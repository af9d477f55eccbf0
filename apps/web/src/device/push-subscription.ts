/** The subscription with the server's key. One that was made with another key is of no use to this server. */
export async function subscribed(worker: ServiceWorkerRegistration, serverKey: string): Promise<PushSubscription> {
  const key = bytesOf(serverKey)
  const known = await worker.pushManager.getSubscription()
  if (known && isSame(known.options.applicationServerKey, key)) return known
  await known?.unsubscribe()
  return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(known ?? new ArrayBuffer())
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at])
}
