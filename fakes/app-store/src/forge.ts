import { type Authority, type Chain, chainOf, rootAuthority } from './certificates.ts'
import { payloadOf, signed, signedWithPublicKey, unsigned } from './jws.ts'

/** The ways in which something signed may be wrong. Each is right in everything else. */
export const forgeries = [
  'no_algorithm',
  'public_key_as_secret',
  'changed_payload',
  'cut_signature',
  'no_chain',
  'short_chain',
  'own_chain',
  'own_chain_under_their_root',
  'leaf_without_mark',
  'intermediate_without_mark',
  'intermediate_no_authority',
  'expired_leaf',
  'other_app',
  'other_environment',
] as const
export type Forgery = (typeof forgeries)[number]

type Payload = Record<string, unknown>

/** Makes wrong ones out of what the store has signed. */
export async function forger(root: Authority, right: Chain) {
  const [own, unmarkedLeaf, unmarkedIntermediate, noAuthority, expired] = await Promise.all([
    rootAuthority().then(stranger => chainOf(stranger)),
    chainOf(root, { isLeafUnmarked: true }),
    chainOf(root, { isIntermediateUnmarked: true }),
    chainOf(root, { isIntermediateNoAuthority: true }),
    chainOf(root, { leafEnds: new Date('2021-01-01T00:00:00Z') }),
  ])

  return (jws: string, forgery: Forgery): string => {
    const payload = payloadOf<Payload>(jws)
    switch (forgery) {
      case 'no_algorithm':
        return unsigned(payload, right)
      case 'public_key_as_secret':
        return signedWithPublicKey(payload, right)
      case 'changed_payload': {
        const [header, , signature] = jws.split('.')
        const changed = Buffer.from(JSON.stringify({ ...payload, quantity: 2 })).toString('base64url')
        return `${header}.${changed}.${signature}`
      }
      case 'cut_signature':
        return jws.slice(0, -4)
      case 'no_chain':
        return signed(payload, { ...right, x5c: [] })
      case 'short_chain':
        return signed(payload, { ...right, x5c: right.x5c.slice(0, 2) })
      case 'own_chain':
        return signed(payload, own)
      case 'own_chain_under_their_root':
        return signed(payload, { ...own, x5c: [...own.x5c.slice(0, 2), right.x5c[2]!] })
      case 'leaf_without_mark':
        return signed(payload, unmarkedLeaf)
      case 'intermediate_without_mark':
        return signed(payload, unmarkedIntermediate)
      case 'intermediate_no_authority':
        return signed(payload, noAuthority)
      case 'expired_leaf':
        return signed(payload, expired)
      case 'other_app':
        return signed(having(payload, { bundleId: 'com.example.another' }), right)
      case 'other_environment':
        return signed(
          having(payload, { environment: environmentIn(payload) === 'Sandbox' ? 'Production' : 'Sandbox' }),
          right,
        )
    }
  }
}

/** Messages have it within their data, transactions have it themselves. */
const having = (payload: Payload, other: Payload): Payload =>
  isObject(payload.data) ? { ...payload, data: { ...payload.data, ...other } } : { ...payload, ...other }

const environmentIn = (payload: Payload): unknown =>
  isObject(payload.data) ? payload.data.environment : payload.environment

const isObject = (value: unknown): value is Payload => typeof value === 'object' && value !== null
