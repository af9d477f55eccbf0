const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])
/** Elements that use these keys for something else. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="tab"], [role="menu"], [role="listbox"], dialog'

/**
 * Calls back when the user scrolls the page by wheel, touch, key or scrollbar. Listens to these gestures instead of `scroll`,
 * which our own scrolling fires too. Returns an unsubscribe function.
 */
export function onUserScroll(callback: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (scrollKeys.has(key) && !defaultPrevented && !(target instanceof Element && target.closest(ownKeys))) callback()
  }
  const onPress = ({ target, clientX }: PointerEvent) => {
    const page = document.documentElement
    if (target === page && clientX >= page.clientWidth) callback()
  }
  window.addEventListener('wheel', callback, { passive: true, signal })
  window.addEventListener('touchmove', callback, { passive: true, signal })
  window.addEventListener('keydown', onKey, { signal })
  window.addEventListener('pointerdown', onPress, { signal })
  return () => controller.abort()
}
