/** A file or storage size: `0.4 MB`, `12 GB`. */
export function formatBytes(bytes: number): string {
  const [amount, unit] =
    bytes < 1_000_000 ? [bytes / 1000, 'kB'] : bytes < 1_000_000_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1e9, 'GB']
  return `${amount < 10 ? Math.max(0.1, amount).toFixed(1) : Math.round(amount)}\u00a0${unit}`
}
