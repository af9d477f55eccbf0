let isPressed = false
const pendingActions = new Set<() => void>()

function press(): void {
  isPressed = true
}

function release(): void {
  isPressed = false
  // The click event follows the release in the same task.
  setTimeout(() => {
    for (const action of pendingActions) action()
    pendingActions.clear()
  })
}

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
}

/**
 * Runs the action now or, if a pointer is pressed, after its release. Otherwise, a validation error that appears when a field
 * loses focus could move the link being clicked, and the browser would fire no click.
 */
export function afterPress(action: () => void): void {
  if (isPressed) pendingActions.add(action)
  else action()
}
