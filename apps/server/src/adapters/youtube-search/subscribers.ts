/** The subscriber count from texts such as `@handle`, `8.84k subscribers` and `258 videos`; null if none of them has it. */
export const parseSubscribers = (facts: readonly (string | undefined)[]): number | null =>
  facts.map(fact => countIn(fact ?? '')).find(count => count !== null) ?? null

const units = { '': 1, k: 1e3, m: 1e6, b: 1e9 } as const

function countIn(fact: string): number | null {
  const [, digits, unit] = /^([\d.,]+) ?([kmb]?) subscribers?$/i.exec(fact.trim()) ?? []
  if (digits === undefined || unit === undefined) return null
  // Commas separate thousands, because we request English pages.
  const count = Number(digits.replaceAll(',', '')) * units[unit.toLowerCase() as keyof typeof units]
  return Number.isFinite(count) ? Math.round(count) : null
}
