/** Out of what is said of a channel, as in `@handle`, `8.84k subscribers` and `258 videos`, how many subscribe; null where nothing says it. */
export const subscribersIn = (facts: readonly (string | undefined)[]): number | null =>
  facts.map(fact => countIn(fact ?? '')).find(count => count !== null) ?? null

const units = { '': 1, k: 1e3, m: 1e6, b: 1e9 } as const

function countIn(fact: string): number | null {
  const [, digits, unit] = /^([\d.,]+) ?([kmb]?) subscribers?$/i.exec(fact.trim()) ?? []
  if (digits === undefined || unit === undefined) return null
  // Commas stand between thousands: YouTube is asked in English.
  const count = Number(digits.replaceAll(',', '')) * units[unit.toLowerCase() as keyof typeof units]
  return Number.isFinite(count) ? Math.round(count) : null
}
