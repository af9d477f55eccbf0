const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])
/** What these keys mean something else to. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="tab"], [role="menu"], [role="listbox"], dialog'

/**
 * Calls back when somebody scrolls the page by hand: by wheel, touch, key, or the bar at its side. Our own scrolling causes scroll
 * events too, so only the gestures count. Returns what ends the listening.
 */
export function onScrollByHand(act: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (scrollKeys.has(key) && !defaultPrevented && !(target instanceof Element && target.closest(ownKeys))) act()
  }
  const onPress = ({ target, clientX }: PointerEvent) => {
    const page = document.documentElement
    if (target === page && clientX >= page.clientWidth) act()
  }
  window.addEventListener('wheel', act, { passive: true, signal })
  window.addEventListener('touchmove', act, { passive: true, signal })
  window.addEventListener('keydown', onKey, { signal })
  window.addEventListener('pointerdown', onPress, { signal })
  return () => stop.abort()
}
