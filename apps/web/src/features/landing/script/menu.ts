/** A popover needs a script only to close on a press in it, and in browsers that know none (Safari 16, Chrome 113) for the rest too. */
export function closeOnPress(menu: HTMLElement): void {
  if ('hidePopover' in menu) menu.addEventListener('click', () => menu.hidePopover())
  else openByScript(menu)
}

/** A press on the button opens it, any other closes it. The style sheet hides it there as long as it is not `data-open`. */
function openByScript(menu: HTMLElement): void {
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
