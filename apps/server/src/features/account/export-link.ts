import type { Signer } from '../../ports/signer.ts'

const purpose = 'export'

/** A browser download sends no bearer token, so the signed link names the one export and session it is valid for. */
export interface ExportGrant {
  exportId: number
  sessionId: number
}

export function exportLink(grant: ExportGrant, file: string, expiresAt: Date, signer: Signer): string {
  const name = fileBaseName(file)
  const expires = expiresAt.getTime()
  const signature = signer.sign(purpose, signedText(grant, name, expires))
  return `/exports/${grant.exportId}/${name}?session=${grant.sessionId}&expires=${expires}&signature=${signature}`
}

export function readExportLink(
  link: { exportId: string; file: string; session: string; expires: string; signature: string },
  signer: Signer,
  now: Date,
): ExportGrant | null {
  const grant = { exportId: Number(link.exportId), sessionId: Number(link.session) }
  const expires = Number(link.expires)
  if (!signer.verify(purpose, signedText(grant, link.file, expires), link.signature)) return null
  return now.getTime() < expires ? grant : null
}

export const fileBaseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

const signedText = (grant: ExportGrant, name: string, expires: number): string =>
  [grant.exportId, grant.sessionId, name, expires].join('|')
