/** Puts a message before whoever looks, as devices do: in the place of the one with its tag, if one is there. */
export function showOn<M extends { tag: string }>({ shown, arrived }: { shown: M[]; arrived: M[] }, message: M): void {
  arrived.push(message)
  const before = shown.findIndex(({ tag }) => tag === message.tag)
  if (before >= 0) shown.splice(before, 1)
  shown.push(message)
}
