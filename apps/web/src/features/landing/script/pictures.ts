/**
 * Fetches each picture when it is about to be seen. Browsers that are left to themselves fetch it thousands of pixels ahead,
 * which on this page is at once.
 */
export function fetchWhenNear(places: Iterable<Element>): void {
  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) target.setAttribute('data-near', '')
    },
    { rootMargin: '100px' },
  )
  for (const place of places) observer.observe(place)
}
