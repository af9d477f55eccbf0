/** Closes the menu when an item is clicked. In browsers without popovers (Safari 16, Chrome 113), also opens and closes it. */
export function closeOnPress(menu: HTMLElement): void {
  if ('hidePopover' in menu) menu.addEventListener('click', () => menu.hidePopover())
  else emulatePopover(menu)
}

/** A click on the button opens the menu, any other click closes it. CSS hides it unless it has `data-open`. */
function emulatePopover(menu: HTMLElement): void {
  const button = document.querySelector<HTMLElement>('[popovertarget]')!
  const isOpen = () => menu.hasAttribute('data-open')
  const show = (isShown: boolean) => {
    menu.toggleAttribute('data-open', isShown)
    button.setAttribute('aria-expanded', String(isShown))
  }
  show(false)
  document.addEventListener('click', ({ target }) => show(button.contains(target as Node) && !isOpen()))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return
    show(false)
    button.focus()
  })
}
