/**
 * Fetches each picture shortly before it scrolls into view. The lazy loading of browsers fetches thousands of pixels ahead,
 * which on this page is immediately.
 */
export function fetchWhenNear(pictures: Iterable<Element>): void {
  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) target.setAttribute('data-near', '')
    },
    { rootMargin: '100px' },
  )
  for (const picture of pictures) observer.observe(picture)
}
