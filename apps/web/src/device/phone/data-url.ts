/** A file of the page or of the service, as an address that holds it whole. Throws when it cannot be read. */
export async function dataUrl(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The file was refused with status ${answer.status}`)
  return await urlOf(await answer.blob())
}

export function urlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
