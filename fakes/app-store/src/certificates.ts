// Required by @peculiar/x509, which throws without it.
import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, Extension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509'

/** A signing key and its certificates (leaf, intermediate, root), as base64 of DER. */
export interface Chain {
  x5c: string[]
  key: KeyObject
  /** SHA-256 of the root certificate, in upper-case hex. */
  rootFingerprint: string
}

/** Ids of the extensions that mark certificates allowed to sign for the App Store. */
const leafMarkerOid = '1.2.840.113635.100.6.11.1'
const intermediateMarkerOid = '1.2.840.113635.100.6.2.1'

export interface Authority {
  certificate: X509Certificate
  keys: CryptoKeyPair
}
type CryptoKeyPair = webcrypto.CryptoKeyPair

const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-384' }
const validity = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2049-01-01T00:00:00Z') }

/** Creates a self-signed root certificate like Apple's. */
export async function createRootAuthority(): Promise<Authority> {
  const keys = await generateKeys('P-384')
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=Fake Root CA - G3, O=Fake', ...validity, signingAlgorithm, keys },
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { certificate, keys }
}

/** Defects of a certificate chain. */
export interface ChainFault {
  isLeafUnmarked?: boolean
  isIntermediateUnmarked?: boolean
  isIntermediateNotCa?: boolean
  /** Expiry date of the leaf. */
  leafExpiry?: Date
}

/** Creates a chain like Apple's, valid except for `fault`. */
export async function createChain(root: Authority, fault: ChainFault = {}): Promise<Chain> {
  const [intermediateKeys, leafKeys] = await Promise.all([generateKeys('P-384'), generateKeys('P-256')])
  const intermediate = await X509CertificateGenerator.create({
    ...{ serialNumber: '02', subject: 'CN=Fake Worldwide Relations, OU=G6', issuer: root.certificate.subject },
    ...{ ...validity, signingAlgorithm, publicKey: intermediateKeys.publicKey, signingKey: root.keys.privateKey },
    extensions: [
      new BasicConstraintsExtension(!fault.isIntermediateNotCa, 0, true),
      ...(fault.isIntermediateUnmarked ? [] : [markerExtension(intermediateMarkerOid)]),
    ],
  })
  const leaf = await X509CertificateGenerator.create({
    ...{ serialNumber: '03', subject: 'CN=Fake App Store Receipt Signing', issuer: intermediate.subject },
    ...{ ...validity, signingAlgorithm, publicKey: leafKeys.publicKey, signingKey: intermediateKeys.privateKey },
    ...(fault.leafExpiry ? { notAfter: fault.leafExpiry } : {}),
    extensions: fault.isLeafUnmarked ? [] : [markerExtension(leafMarkerOid)],
  })
  return {
    x5c: [leaf, intermediate, root.certificate].map(({ rawData }) => Buffer.from(rawData).toString('base64')),
    key: KeyObject.from(leafKeys.privateKey),
    rootFingerprint: Buffer.from(await root.certificate.getThumbprint('SHA-256'))
      .toString('hex')
      .toUpperCase(),
  }
}

const generateKeys = (namedCurve: string) =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify'])

/** The value is ASN.1 NULL, because only the presence of the extension matters. */
const markerExtension = (oid: string) => new Extension(oid, false, new Uint8Array([5, 0]))
