import type { Appearance } from '@stripe/stripe-js'

/** Our design tokens in the current theme, as Stripe's appearance options. */
export function stripeAppearance(page: Document = document): Appearance {
  const color = colorReader(page)
  const { fontSize, fontFamily } = getComputedStyle(page.documentElement)
  const text2 = color('--text-2')
  return {
    theme: page.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('--primary'),
      colorBackground: color('--surface'),
      colorText: color('--text'),
      colorTextSecondary: text2,
      colorTextPlaceholder: text2,
      colorDanger: color('--danger'),
      fontFamily,
      // iOS zooms into fields with text smaller than 16 px.
      fontSizeBase: `${Math.max(16, Number.parseFloat(fontSize) || 16)}px`,
      borderRadius: '12px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${color('--border-strong')}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${color('--focus')}`, boxShadow: `0 0 0 1px ${color('--focus')}` },
      '.Label': { fontWeight: '600' },
    },
  }
}

/** Calls back when the theme changes. Returns an unsubscribe function. */
export function onAppearanceChange(onChange: (look: Appearance) => void, page: Document = document): () => void {
  const observer = new MutationObserver(() => onChange(stripeAppearance(page)))
  observer.observe(page.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Tokens use `light-dark()`, so a color can only be read from an element. */
function colorReader(page: Document): (token: string) => string {
  return token => {
    const probe = page.createElement('span')
    probe.style.color = `var(${token})`
    page.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}
