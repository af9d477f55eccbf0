import { type Authority, type Chain, createChain, createRootAuthority } from './certificates.ts'
import { decodePayload, jwsSignedWithPublicKey, signJws, unsignedJws } from './jws.ts'

/** Ways in which signed data can be invalid. Each breaks only one thing. */
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

/** Creates a function that turns data signed by the store into a forgery. */
export async function createForger(root: Authority, valid: Chain) {
  const [foreign, unmarkedLeaf, unmarkedIntermediate, noAuthority, expired] = await Promise.all([
    createRootAuthority().then(foreignRoot => createChain(foreignRoot)),
    createChain(root, { isLeafUnmarked: true }),
    createChain(root, { isIntermediateUnmarked: true }),
    createChain(root, { isIntermediateNotCa: true }),
    createChain(root, { leafExpiry: new Date('2021-01-01T00:00:00Z') }),
  ])

  return (jws: string, forgery: Forgery): string => {
    const payload = decodePayload<Payload>(jws)
    switch (forgery) {
      case 'no_algorithm':
        return unsignedJws(payload, valid)
      case 'public_key_as_secret':
        return jwsSignedWithPublicKey(payload, valid)
      case 'changed_payload': {
        const [header, , signature] = jws.split('.')
        const changed = Buffer.from(JSON.stringify({ ...payload, quantity: 2 })).toString('base64url')
        return `${header}.${changed}.${signature}`
      }
      case 'cut_signature':
        return jws.slice(0, -4)
      case 'no_chain':
        return signJws(payload, { ...valid, x5c: [] })
      case 'short_chain':
        return signJws(payload, { ...valid, x5c: valid.x5c.slice(0, 2) })
      case 'own_chain':
        return signJws(payload, foreign)
      case 'own_chain_under_their_root':
        return signJws(payload, { ...foreign, x5c: [...foreign.x5c.slice(0, 2), valid.x5c[2]!] })
      case 'leaf_without_mark':
        return signJws(payload, unmarkedLeaf)
      case 'intermediate_without_mark':
        return signJws(payload, unmarkedIntermediate)
      case 'intermediate_no_authority':
        return signJws(payload, noAuthority)
      case 'expired_leaf':
        return signJws(payload, expired)
      case 'other_app':
        return signJws(withFields(payload, { bundleId: 'com.example.another' }), valid)
      case 'other_environment':
        return signJws(
          withFields(payload, { environment: environmentIn(payload) === 'Sandbox' ? 'Production' : 'Sandbox' }),
          valid,
        )
    }
  }
}

/** Notifications have these fields in `data`, transactions at the top level. */
const withFields = (payload: Payload, fields: Payload): Payload =>
  isObject(payload.data) ? { ...payload, data: { ...payload.data, ...fields } } : { ...payload, ...fields }

const environmentIn = (payload: Payload): unknown =>
  isObject(payload.data) ? payload.data.environment : payload.environment

const isObject = (value: unknown): value is Payload => typeof value === 'object' && value !== null
