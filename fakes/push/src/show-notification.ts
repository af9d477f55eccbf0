/** Shows a notification as devices do: it replaces the one with the same tag. */
export function showNotification<M extends { tag: string }>(
  { shown, arrived }: { shown: M[]; arrived: M[] },
  message: M,
): void {
  arrived.push(message)
  const before = shown.findIndex(({ tag }) => tag === message.tag)
  if (before >= 0) shown.splice(before, 1)
  shown.push(message)
}
