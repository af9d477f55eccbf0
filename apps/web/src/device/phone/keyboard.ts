const fields = 'input, textarea, select, [contenteditable]'

/** The keyboard makes the page shorter: what is typed into stays in sight. */
export function followKeyboard(): void {
  addEventListener('resize', () => {
    const at = document.activeElement
    if (at?.matches(fields)) at.scrollIntoView({ block: 'nearest' })
  })
}
