/** A sine in −1…1; `level` is its peak in dBFS. */
export function sine({
  hz,
  level = 0,
  seconds,
  rate = 48_000,
}: {
  hz: number
  level?: number
  seconds: number
  rate?: number
}) {
  const amplitude = 10 ** (level / 20)
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / rate),
  )
}

export function concatenate(...parts: Float32Array[]): Float32Array<ArrayBuffer> {
  const result = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

export function peak(samples: Float32Array): number {
  return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
}

/** The level of one frequency in dB relative to a full-scale sine (Hann window). */
export function levelAt(samples: Float32Array, hz: number, rate: number): number {
  let [re, im] = [0, 0]
  for (let n = 0; n < samples.length; n++) {
    const window = 1 - Math.cos((2 * Math.PI * n) / samples.length)
    const angle = (2 * Math.PI * hz * n) / rate
    re += samples[n]! * window * Math.cos(angle)
    im -= samples[n]! * window * Math.sin(angle)
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / samples.length)
}
