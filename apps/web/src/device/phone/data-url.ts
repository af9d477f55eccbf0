/** Fetches a file as a data URL. Throws if it cannot be loaded. */
export async function fetchDataUrl(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Fetching the file failed with status ${response.status}`)
  return await toDataUrl(await response.blob())
}

export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
