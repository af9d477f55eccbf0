let isPressed = false
const waiting = new Set<() => void>()

function press(): void {
  isPressed = true
}

function release(): void {
  isPressed = false
  // The click comes behind the release, in the same task.
  setTimeout(() => {
    for (const act of waiting) act()
    waiting.clear()
  })
}

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
}

/**
 * Does it now, or, while a pointer is pressed, when that press is over. Leaving a field by pressing a link must not move
 * the link away before it is released: the browser would see no click.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.add(act)
  else act()
}
