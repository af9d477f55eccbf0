const fields = 'input, textarea, select, [contenteditable]'

/** Keeps the focused field visible when the keyboard shrinks the page. */
export function keepFocusVisible(): void {
  addEventListener('resize', () => {
    const focused = document.activeElement
    if (focused?.matches(fields)) focused.scrollIntoView({ block: 'nearest' })
  })
}
