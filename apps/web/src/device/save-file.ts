/** Hands a file to the browser, which puts it where its user keeps what they download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser has taken hold of it by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
