/** One link, or a text with several. */
export type Shareable = { title: string } & ({ url: string } | { text: string })

/** Whether the system has a sheet of its own to pass links on. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function'

/** True when it was passed on; false when its user thought better of it, or the system refused. */
export async function passOn(what: Shareable): Promise<boolean> {
  try {
    await navigator.share(what)
    return true
  } catch {
    return false
  }
}

/** Copies what stands in a field. Outside of secure contexts, as at home over http, browsers have only the old command. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}

/** Copies a text that stands in no field. */
export async function copyText(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.value = text
  document.body.append(field)
  const copied = await copyFrom(field)
  field.remove()
  return copied
}
