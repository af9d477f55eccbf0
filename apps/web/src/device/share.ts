/** One link, or a text with several. */
export type Shareable = { title: string } & ({ url: string } | { text: string })

/** Whether the system has a share sheet. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function'

/** Opens the share sheet. True if shared, false if cancelled or refused. */
export async function openShareSheet(what: Shareable): Promise<boolean> {
  try {
    await navigator.share(what)
    return true
  } catch {
    return false
  }
}

/** Copies a field's text. In insecure contexts, as over http at home, browsers only have `execCommand`. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}

/** Copies a text, via a temporary field. */
export async function copyText(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.value = text
  document.body.append(field)
  const copied = await copyFrom(field)
  field.remove()
  return copied
}
