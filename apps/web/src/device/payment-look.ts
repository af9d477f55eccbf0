import type { Appearance } from '@stripe/stripe-js'

/** Our tokens in the words of Stripe's form, as they are in the theme of this moment. */
export function lookOfPage(page: Document = document): Appearance {
  const colour = reader(page)
  const { fontSize, fontFamily } = getComputedStyle(page.documentElement)
  const text2 = colour('--text-2')
  return {
    theme: page.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--primary'),
      colorBackground: colour('--surface'),
      colorText: colour('--text'),
      colorTextSecondary: text2,
      colorTextPlaceholder: text2,
      colorDanger: colour('--danger'),
      fontFamily,
      // Phones zoom into fields of smaller type.
      fontSizeBase: `${Math.max(16, Number.parseFloat(fontSize) || 16)}px`,
      borderRadius: '12px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${colour('--border-strong')}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${colour('--focus')}`, boxShadow: `0 0 0 1px ${colour('--focus')}` },
      '.Label': { fontWeight: '600' },
    },
  }
}

/** Calls back with each new look, until what is returned is called. */
export function followLook(onChange: (look: Appearance) => void, page: Document = document): () => void {
  const observer = new MutationObserver(() => onChange(lookOfPage(page)))
  observer.observe(page.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** A token holds both themes: only on an element does it become one colour. */
function reader(page: Document): (token: string) => string {
  return token => {
    const probe = page.createElement('span')
    probe.style.color = `var(${token})`
    page.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}
