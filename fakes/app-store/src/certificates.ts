// What makes certificates needs it, and says so where it is absent.
import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, Extension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509'

/** Who signs, and the certificates that vouch for it: leaf, intermediate, root, as base64 of DER. */
export interface Chain {
  x5c: string[]
  key: KeyObject
  /** SHA-256 of the root, in hexadecimal digits. */
  rootFingerprint: string
}

/** The marks that Apple puts on certificates which may sign for the App Store. */
const leafMark = '1.2.840.113635.100.6.11.1'
const intermediateMark = '1.2.840.113635.100.6.2.1'

export interface Authority {
  certificate: X509Certificate
  keys: CryptoKeyPair
}
type CryptoKeyPair = webcrypto.CryptoKeyPair

const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-384' }
const always = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2049-01-01T00:00:00Z') }

/** A root as Apple's, which is nobody's but the stand-in's. */
export async function rootAuthority(): Promise<Authority> {
  const keys = await keysOn('P-384')
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=Stand-in Root CA - G3, O=Nobody', ...always, signingAlgorithm, keys },
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { certificate, keys }
}

/** What may be wrong with a chain. */
export interface ChainFault {
  isLeafUnmarked?: boolean
  isIntermediateUnmarked?: boolean
  isIntermediateNoAuthority?: boolean
  /** The leaf holds until then. */
  leafEnds?: Date
}

/** A chain as Apple's, right but for `fault`. */
export async function chainOf(root: Authority, fault: ChainFault = {}): Promise<Chain> {
  const [intermediateKeys, leafKeys] = await Promise.all([keysOn('P-384'), keysOn('P-256')])
  const intermediate = await X509CertificateGenerator.create({
    ...{ serialNumber: '02', subject: 'CN=Stand-in Worldwide Relations, OU=G6', issuer: root.certificate.subject },
    ...{ ...always, signingAlgorithm, publicKey: intermediateKeys.publicKey, signingKey: root.keys.privateKey },
    extensions: [
      new BasicConstraintsExtension(!fault.isIntermediateNoAuthority, 0, true),
      ...(fault.isIntermediateUnmarked ? [] : [mark(intermediateMark)]),
    ],
  })
  const leaf = await X509CertificateGenerator.create({
    ...{ serialNumber: '03', subject: 'CN=Stand-in App Store Receipt Signing', issuer: intermediate.subject },
    ...{ ...always, signingAlgorithm, publicKey: leafKeys.publicKey, signingKey: intermediateKeys.privateKey },
    ...(fault.leafEnds ? { notAfter: fault.leafEnds } : {}),
    extensions: fault.isLeafUnmarked ? [] : [mark(leafMark)],
  })
  return {
    x5c: [leaf, intermediate, root.certificate].map(({ rawData }) => Buffer.from(rawData).toString('base64')),
    key: KeyObject.from(leafKeys.privateKey),
    rootFingerprint: Buffer.from(await root.certificate.getThumbprint('SHA-256'))
      .toString('hex')
      .toUpperCase(),
  }
}

const keysOn = (namedCurve: string) =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify'])

/** Its value is ASN.1's NULL: that it is there is all it says. */
const mark = (oid: string) => new Extension(oid, false, new Uint8Array([5, 0]))
