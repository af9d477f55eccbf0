import anyAscii from 'any-ascii'

const GREEK = new Map<string, string>(
  Object.entries({
    α: 'alpha',
    β: 'beta',
    γ: 'gamma',
    δ: 'delta',
    ε: 'epsilon',
    ζ: 'zeta',
    η: 'eta',
    θ: 'theta',
    κ: 'kappa',
    λ: 'lambda',
    μ: 'mu',
    ν: 'nu',
    ξ: 'xi',
    π: 'pi',
    ρ: 'rho',
    σ: 'sigma',
    τ: 'tau',
    φ: 'phi',
    χ: 'chi',
    ψ: 'psi',
    ω: 'omega',
    Γ: 'gamma',
    Δ: 'delta',
    Θ: 'theta',
    Λ: 'lambda',
    Π: 'pi',
    Σ: 'sigma',
    Φ: 'phi',
    Ψ: 'psi',
    Ω: 'omega',
  }),
)

/** Converts any script to ASCII. Accents are removed, single Greek letters become their names, other scripts are transliterated. */
export function toAscii(text: string): string {
  const named = text.replace(
    /(?<!\p{L})(\p{Script=Greek})(?!\p{Script=Greek})(\p{L})?/gu,
    (_, letter, next = '') => `${GREEK.get(letter) ?? letter}${next && ` ${next}`}`,
  )
  const plain = named.normalize('NFKD').replace(/\p{M}/gu, '')
  if (/^[\0-\x7f]*$/.test(plain)) return plain
  // For scripts without spaces, any-ascii capitalises each syllable.
  return anyAscii(plain).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
}
